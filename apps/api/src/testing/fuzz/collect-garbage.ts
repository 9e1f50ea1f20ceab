/** Loaded into the api by the fuzzer: SIGUSR2 frees all garbage, so that a measurement begins with little memory. */
process.on('SIGUSR2', () => globalThis.gc?.())
