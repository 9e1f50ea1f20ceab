import inspector from 'node:inspector'
import { Worker } from 'node:worker_threads'
import type { ContentModel } from '@content-service/domain'

const SECOND_MS = 1_000
/** Longer than the claim of any run: another process may have begun the run again by then. */
const MARGIN_S = 15

/** How long code of a handler may keep the process from everything else. */
const findLimit = ({ handlers }: Pick<ContentModel, 'handlers'>): number =>
  Math.ceil(Math.max(...handlers.map(({ timeoutMs }) => timeoutMs)) / SECOND_MS) + MARGIN_S

/**
 * Counts its own seconds, and not the time of the machine: a machine that slept, or a process that was stopped, blocked
 * nothing.
 */
const WATCH = `
const { workerData: { beats, limit } } = require('node:worker_threads')
const { writeSync } = require('node:fs')
let [seen, seconds] = [-1, 0]
setInterval(() => {
  const now = Atomics.load(beats, 0)
  seconds = now === seen ? seconds + 1 : 0
  seen = now
  if (seconds < limit) return
  const msg = 'code has blocked this process for ' + limit + ' s, so that it ends. A handler probably computes without a pause: its event is tried again, and becomes a dead letter after the last attempt'
  writeSync(2, JSON.stringify({ level: 60, time: Date.now(), pid: process.pid, msg }) + '\\n')
  process.kill(process.pid, 'SIGKILL')
}, ${SECOND_MS})
`

/**
 * C16.4: ends this process if code of a handler blocks it, so that the operator's supervisor starts another one. Nothing else
 * can end such code. A process with a debugger may stand still.
 */
export const endIfBlocked = (model: Pick<ContentModel, 'handlers'>): void => {
  if (model.handlers.length === 0 || inspector.url() !== undefined) return
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  setInterval(() => Atomics.add(beats, 0, 1), SECOND_MS).unref()
  new Worker(WATCH, { eval: true, workerData: { beats, limit: findLimit(model) }, execArgv: [] }).unref()
}
