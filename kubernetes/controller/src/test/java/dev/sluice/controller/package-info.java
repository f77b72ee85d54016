@NullMarked
package dev.sluice.controller;

import org.jspecify.annotations.NullMarked;
