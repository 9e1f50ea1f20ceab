/**
 * A program of `core-shares.ts`: stops and continues processes in turn, until the program that started it disconnects
 * or ends. Its arguments are one or two process ids.
 */
const TURN_MS = 10

const [first, second] = process.argv.slice(2).map(Number)

/** The process that runs in each turn, and turns in which none runs. */
const TURNS = [first, undefined, second, undefined]

const signal = (pid: number | undefined, name: 'SIGSTOP' | 'SIGCONT'): void => {
  try {
    if (pid !== undefined) process.kill(pid, name)
  } catch {
    // It has ended, and the load generator notices that.
  }
}

let turn = 0
const takeNextTurn = (): void => {
  signal(TURNS[turn], 'SIGSTOP')
  turn = (turn + 1) % TURNS.length
  signal(TURNS[turn], 'SIGCONT')
}

process.once('disconnect', () => {
  for (const pid of TURNS) signal(pid, 'SIGCONT')
  process.exit()
})
signal(second, 'SIGSTOP')
setInterval(takeNextTurn, TURN_MS)
process.send?.('started')
