/** Loaded into a process that the fuzzer measures. */
process.on('SIGUSR2', () => globalThis.gc?.())
