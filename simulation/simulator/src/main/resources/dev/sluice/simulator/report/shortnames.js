// Short names for long paths: as many of the last parts as tell them apart. The full path stays as a tooltip.

/** By value: what to show for it. Only values with a slash get shorter. */
function shortNames(values) {
  const paths = [...new Set(values)];
  const end = (path, count) => path.split("/").slice(-count).join("/");
  return new Map(paths.map(path => {
    for (let count = 1; ; count++) {
      const name = end(path, count);
      if (name === path || paths.every(other => other === path || end(other, count) !== name)) return [path, name];
    }
  }));
}
