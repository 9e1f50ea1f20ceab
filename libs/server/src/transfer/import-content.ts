import { stat } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { ContentError, type ContentModel } from '@content-service/domain'
import { groupThousands } from '@content-service/domain/internal/model'
import {
  RevisionOrder,
  type ContentRecord,
  type RecordOutcome,
  type TransferStore,
} from '@content-service/domain/internal/transfer'
import { isBlank, parseLine } from './line-record.ts'
import { readLines, type FileLine } from './lines.ts'
import { OwnLinkLines } from './own-link-lines.ts'
import type { Progress } from './progress.ts'
import { Rejects } from './rejects.ts'

export interface ImportOptions {
  readonly model: ContentModel
  readonly progressOf: (total: number) => Progress
  /** Whether the import continues after BAD_LINES_IN_A_ROW. */
  readonly keepGoing?: boolean
  /** Whether a line is left out without a word; by default each line counts. */
  readonly isLeftOut?: (line: FileLine) => boolean
  /** Ends the import after the running batches. */
  readonly signal?: AbortSignal
}

export interface ImportResult {
  readonly added: number
  readonly updated: number
  readonly unchanged: number
  readonly rejected: number
  /** The file with the rejected lines; it exists only if there are any. */
  readonly rejectsFile: string
  /** `stopped`: too many bad lines in a row. `interrupted`: stopped by the signal. */
  readonly end: 'complete' | 'stopped' | 'interrupted'
}

/** A file of another format has only bad lines, so that the import stops early. */
export const BAD_LINES_IN_A_ROW = 1_000

/** Larger batches save little time, and take more memory. */
const BATCH_LINES = 2_500
const BATCH_BYTES = 512 * 1024
const PART_LINES = 50
/** PostgreSQL indexes one batch while it inserts the next batch. */
const BATCHES_AT_A_TIME = 2

/** A line with its record, or with the reason why it has no record. */
type Parsed = ParsedRecord | { readonly line: FileLine; readonly reason: string }

interface ParsedRecord {
  readonly line: FileLine
  readonly record: ContentRecord
}

const parse = (line: FileLine, model: ContentModel, order: RevisionOrder): Parsed => {
  try {
    return { line, record: order.take(parseLine(line, model)) }
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    return { line, reason: error.message }
  }
}

/** Reads the lines of a file in batches, until it must stop before a line that is left; it needs the memory of one batch. */
async function* readBatches(
  file: string,
  { model, mustStop, isLeftOut }: Pick<ImportOptions, 'model' | 'isLeftOut'> & { mustStop(): boolean },
): AsyncGenerator<readonly Parsed[]> {
  const order = new RevisionOrder()
  let [batch, bytes]: [Parsed[], number] = [[], 0]
  for await (const line of readLines(file)) {
    if (isBlank(line) || isLeftOut?.(line)) continue
    if (batch.length === 0 && mustStop()) return
    batch.push(parse(line, model, order))
    bytes += line.bytes?.byteLength ?? 0
    // Between parts of a batch, the process sends the next statements of the batch before it.
    if (batch.length % PART_LINES === 0) await setImmediate()
    if (batch.length < BATCH_LINES && bytes < BATCH_BYTES) continue
    yield batch
    ;[batch, bytes] = [[], 0]
  }
  if (batch.length > 0) yield batch
}

type Write = TransferStore['write']

/** Writes the records of a batch, and returns the outcome of each of its lines. */
const writeBatch = async (batch: readonly Parsed[], write: Write): Promise<readonly RecordOutcome[]> => {
  const records = batch.flatMap((each) => ('record' in each ? [each.record] : []))
  const outcomes = [...(records.length > 0 ? await write(records) : [])]
  return batch.map((each) =>
    'reason' in each ? { kind: 'refused', reason: each.reason } : (outcomes.shift() as RecordOutcome),
  )
}

interface WrittenBatch {
  readonly batch: readonly Parsed[]
  readonly outcomes: readonly RecordOutcome[]
}

/** Writes batches at the same time, and returns their outcomes in the order of the batches. */
async function* writeBatches(
  batches: AsyncIterable<readonly Parsed[]>,
  write: Write,
): AsyncGenerator<WrittenBatch> {
  const running: Promise<WrittenBatch>[] = []
  try {
    for await (const batch of batches) {
      running.push(writeBatch(batch, write).then((outcomes) => ({ batch, outcomes })))
      if (running.length === BATCHES_AT_A_TIME) yield (await running.shift()) as WrittenBatch
    }
    yield* running
  } finally {
    // The caller closes the database after an error.
    await Promise.allSettled(running)
  }
}

/** Counts the outcomes, and stores the refused lines. */
class Tally {
  readonly counts = { added: 0, updated: 0, unchanged: 0 }
  /** Whether too many lines in a row were bad. */
  isOtherFormat = false
  #badInARow = 0
  readonly #rejects: Rejects

  constructor(rejects: Rejects) {
    this.#rejects = rejects
  }

  add(line: FileLine, outcome: RecordOutcome): void {
    if (outcome.kind === 'refused') {
      this.#rejects.add(line, outcome.reason)
      this.#badInARow += 1
      this.isOtherFormat ||= this.#badInARow >= BAD_LINES_IN_A_ROW
      return
    }
    this.counts[outcome.kind] += 1
    this.#badInARow = 0
  }

  /** The record of the line is written and counted. */
  addLink(line: FileLine, outcome: RecordOutcome): void {
    if (outcome.kind === 'refused')
      this.#rejects.add(line, `${outcome.reason}; the record is imported without this link`)
  }

  /** The lines of the file so far, in at most 40 columns. */
  toString(): string {
    const { added, updated, unchanged } = this.counts
    const rejected = this.#rejects.count
    const lines = groupThousands(added + updated + unchanged + rejected)
    return `${lines} lines, ${groupThousands(rejected)} rejected`
  }
}

export const describeCounts = ({
  added,
  updated,
  unchanged,
  rejected,
}: Pick<ImportResult, 'added' | 'updated' | 'unchanged' | 'rejected'>): string =>
  Object.entries({ new: added, updated, unchanged, rejected })
    .map(([outcome, count]) => `${groupThousands(count)} ${outcome}`)
    .join(', ')

/**
 * Imports a file of NDJSON in batches, in constant memory. The progress counts committed records: a kill at any moment
 * loses none of them, and the same import again completes the rest.
 */
export const importContent = async (
  file: string,
  store: TransferStore,
  { model, progressOf, keepGoing = false, isLeftOut, signal }: ImportOptions,
): Promise<ImportResult> => {
  const { size } = await stat(file)
  const rejects = await Rejects.open(file)
  const progress = progressOf(size)
  const tally = new Tally(rejects)
  let end: ImportResult['end'] = 'complete'
  // Asked before the next line, so that an import without a next line is complete.
  const mustStop = (): boolean => {
    if (signal?.aborted) end = 'interrupted'
    else if (!keepGoing && tally.isOtherFormat) end = 'stopped'
    return end !== 'complete'
  }
  const ownLinks = new OwnLinkLines(model)
  const reading = { model, mustStop, ...(isLeftOut && { isLeftOut }) }
  const batches = readBatches(file, reading)
  for await (const { batch, outcomes } of writeBatches(batches, (records) => store.write(records))) {
    for (const [index, parsed] of batch.entries()) {
      const outcome = outcomes[index] as RecordOutcome
      tally.add(parsed.line, outcome)
      if ('record' in parsed) ownLinks.note(parsed, outcome)
    }
    progress.update(batch.at(-1)?.line.end ?? size, String(tally))
    await store.refreshStatistics()
  }
  if (ownLinks.isUsed && end === 'complete') {
    const linking = ownLinks.choose(readBatches(file, reading))
    for await (const { batch, outcomes } of writeBatches(linking, (records) => store.writeOwnLinks(records)))
      for (const [index, { line }] of batch.entries()) tally.addLink(line, outcomes[index] as RecordOutcome)
  }
  await store.refreshStatistics()
  progress.finish()
  await rejects.close()
  return { ...tally.counts, rejected: rejects.count, rejectsFile: rejects.file, end }
}
