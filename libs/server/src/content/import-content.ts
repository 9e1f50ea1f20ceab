import { stat } from 'node:fs/promises'
import {
  ContentError,
  type ContentModel,
  type ContentRecord,
  type RecordOutcome,
  type TransferStore,
} from '@content-service/domain'
import { isBlank, parseLine } from './line-record.ts'
import { readLines, type FileLine } from './lines.ts'
import type { Progress } from './progress.ts'
import { Rejects } from './rejects.ts'

export interface ImportOptions {
  readonly model: ContentModel
  readonly progressOf: (total: number) => Progress
  /** Whether the import continues after BAD_LINES_IN_A_ROW. */
  readonly keepGoing?: boolean
  /** Ends the import after the running batch. */
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

const BATCH_LINES = 1_000
const BATCH_BYTES = 256 * 1024

/** A line with its record, or with the reason why it has no record. */
type Parsed =
  | { readonly line: FileLine; readonly record: ContentRecord }
  | { readonly line: FileLine; readonly reason: string }

const parse = (line: FileLine, model: ContentModel): Parsed => {
  try {
    return { line, record: parseLine(line, model) }
  } catch (error) {
    if (!(error instanceof ContentError)) throw error
    return { line, reason: error.message }
  }
}

/** Reads the lines of a file in batches; it needs the memory of one batch. */
async function* readBatches(file: string, model: ContentModel): AsyncGenerator<readonly Parsed[]> {
  let [batch, bytes]: [Parsed[], number] = [[], 0]
  for await (const line of readLines(file)) {
    if (isBlank(line)) continue
    batch.push(parse(line, model))
    bytes += line.bytes?.byteLength ?? 0
    if (batch.length < BATCH_LINES && bytes < BATCH_BYTES) continue
    yield batch
    ;[batch, bytes] = [[], 0]
  }
  if (batch.length > 0) yield batch
}

/** Writes the records of a batch, and returns the outcome of each of its lines. */
const writeBatch = async (
  batch: readonly Parsed[],
  store: TransferStore,
): Promise<readonly RecordOutcome[]> => {
  const records = batch.flatMap((each) => ('record' in each ? [each.record] : []))
  const outcomes = [...(records.length > 0 ? await store.write(records) : [])]
  return batch.map((each) =>
    'reason' in each ? { kind: 'refused', reason: each.reason } : (outcomes.shift() as RecordOutcome),
  )
}

/** Counts the outcomes, and stores the refused lines. */
class Tally {
  readonly counts = { added: 0, updated: 0, unchanged: 0 }
  badInARow = 0
  readonly #rejects: Rejects

  constructor(rejects: Rejects) {
    this.#rejects = rejects
  }

  add(line: FileLine, outcome: RecordOutcome): void {
    if (outcome.kind === 'refused') {
      this.#rejects.add(line, outcome.reason)
      this.badInARow += 1
      return
    }
    this.counts[outcome.kind] += 1
    this.badInARow = 0
  }

  toString(): string {
    return describeCounts({ ...this.counts, rejected: this.#rejects.count })
  }
}

export const describeCounts = ({
  added,
  updated,
  unchanged,
  rejected,
}: Pick<ImportResult, 'added' | 'updated' | 'unchanged' | 'rejected'>): string =>
  `${added} new, ${updated} updated, ${unchanged} unchanged, ${rejected} rejected`

/**
 * Imports a file of NDJSON in batches, in constant memory. The progress counts committed records: a kill at any moment
 * loses none of them, and the same import again completes the rest.
 */
export const importContent = async (
  file: string,
  store: TransferStore,
  { model, progressOf, keepGoing = false, signal }: ImportOptions,
): Promise<ImportResult> => {
  const { size } = await stat(file)
  const rejects = await Rejects.open(file)
  const progress = progressOf(size)
  const tally = new Tally(rejects)
  let end: ImportResult['end'] = 'complete'
  let indexing: Promise<void> | undefined
  for await (const batch of readBatches(file, model)) {
    const outcomes = await Promise.all([writeBatch(batch, store), indexing]).then(([written]) => written)
    indexing = store.index()
    // The import waits for it later, and throws its error then.
    indexing.catch(() => undefined)
    for (const [index, { line }] of batch.entries()) tally.add(line, outcomes[index] as RecordOutcome)
    progress.update(batch.at(-1)?.line.end ?? size, String(tally))
    if (signal?.aborted) end = 'interrupted'
    else if (!keepGoing && tally.badInARow >= BAD_LINES_IN_A_ROW) end = 'stopped'
    if (end !== 'complete') break
  }
  await indexing
  progress.finish()
  await rejects.close()
  return { ...tally.counts, rejected: rejects.count, rejectsFile: rejects.file, end }
}
