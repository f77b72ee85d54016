// Columns of numbers, as PackedColumns.java packs them.

async function unpackBytes(text) {
  const binary = atob(text);
  const packed = new Uint8Array(binary.length);
  for (let i = 0; i < packed.length; i++) packed[i] = binary.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Integers of seven bits a byte, low ones first, the sign in the lowest bit. */
function integers(bytes) {
  let count = 0;
  for (const byte of bytes) count += byte < 128 ? 1 : 0;
  const values = new Float64Array(count);
  for (let at = 0, i = 0; i < count; i++) {
    let byte = bytes[at++], value = byte & 127, scale = 128;
    while (byte >= 128) {
      byte = bytes[at++];
      value += (byte & 127) * scale;
      scale *= 128;
    }
    values[i] = value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }
  return values;
}

function summed(differences) {
  const values = new Float64Array(differences.length);
  let sum = 0;
  for (let i = 0; i < values.length; i++) values[i] = sum += differences[i];
  return values;
}
