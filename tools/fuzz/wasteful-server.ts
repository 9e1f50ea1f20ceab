import { createServer } from 'node:http'

/** A server that breaks a limit of the fuzzer at each address, for the test of the limits. */

const BUSY_MS = 200
const LARGE_BYTES = 80 * 1_048_576

const keepBusy = (): void => {
  const { user } = process.cpuUsage()
  while (process.cpuUsage().user - user < BUSY_MS * 1_000) for (let count = 0; count < 1_000_000; count += 1);
}

let wasBusy = false

const WORK: Readonly<Record<string, () => number>> = {
  '/busy': () => {
    keepBusy()
    return 200
  },
  '/once-busy': () => {
    if (!wasBusy) keepBusy()
    wasBusy = true
    return 200
  },
  '/large': () => (Buffer.alloc(LARGE_BYTES, 1)[0] === 1 ? 200 : 404),
  '/fails': () => 500,
  '/unavailable': () => 503,
  '/refuses': () => 400,
}

const server = createServer(({ url = '' }, response) => response.writeHead(WORK[url]?.() ?? 200).end())
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  if (typeof address === 'object') process.stdout.write(`http://127.0.0.1:${address?.port}\n`)
})
