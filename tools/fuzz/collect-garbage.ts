/** Loaded into a process that the fuzzer measures. The second collection waits until the first has freed all buffers. */
process.on('SIGUSR2', () => {
  globalThis.gc?.()
  setTimeout(() => {
    globalThis.gc?.()
    process.stderr.write('Garbage is collected\n')
  }, 50)
})
