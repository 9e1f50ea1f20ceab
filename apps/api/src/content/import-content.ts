import { createWriteStream, type WriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { ContentError, contentRecord, type ContentRecord, type TransferStore } from '@content-service/domain'
import { linesOf, MAX_LINE_BYTES, type FileLine } from './lines.ts'
import type { Progress } from './progress.ts'

export interface ImportResult {
  /** Records that are in, whether they were added, updated or there already. */
  readonly in: number
  readonly rejected: number
  /** Where the rejected lines are, if there are any. */
  readonly rejectsFile: string
}

const BATCH_LINES = 100
const BATCH_BYTES = 4 * 1024 * 1024

interface Pending {
  readonly line: FileLine
  readonly record: ContentRecord
}

/** Collects what was refused: one JSON object a line, with number, reason and text (C10.6). */
class Rejects {
  readonly file: string
  count = 0
  #stream: WriteStream | undefined

  constructor(file: string) {
    this.file = file
  }

  add({ number, bytes }: FileLine, reason: string): void {
    this.#stream ??= createWriteStream(this.file)
    const text = bytes === null ? null : Buffer.from(bytes).toString('utf8')
    this.#stream.write(`${JSON.stringify({ line: number, reason, text })}\n`)
    this.count += 1
  }

  async close(): Promise<void> {
    const stream = this.#stream
    if (stream)
      await new Promise<void>((resolve, reject) =>
        stream.end((error?: Error | null) => (error ? reject(error) : resolve())),
      )
  }
}

const parsed = (bytes: Uint8Array): unknown => {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new ContentError('BAD_USER_INPUT', 'the line is not valid JSON in UTF-8')
  }
}

const recordOf = ({ bytes }: FileLine): ContentRecord => {
  if (bytes === null)
    throw new ContentError('BAD_USER_INPUT', `the line is longer than ${MAX_LINE_BYTES} bytes`)
  return contentRecord(parsed(bytes))
}

const isBlank = ({ bytes }: FileLine): boolean =>
  bytes !== null && Buffer.from(bytes).toString('latin1').trim() === ''

/** Reads the lines of a file into batches of records; lines that hold none go to the rejects. */
async function* batchesOf(file: string, rejects: Rejects): AsyncGenerator<readonly Pending[]> {
  let [batch, bytes]: [Pending[], number] = [[], 0]
  for await (const line of linesOf(file)) {
    if (isBlank(line)) continue
    try {
      batch.push({ line, record: recordOf(line) })
      bytes += line.bytes?.byteLength ?? 0
    } catch (error) {
      if (!(error instanceof ContentError)) throw error
      rejects.add(line, error.message)
    }
    if (batch.length < BATCH_LINES && bytes < BATCH_BYTES) continue
    yield batch
    ;[batch, bytes] = [[], 0]
  }
  if (batch.length > 0) yield batch
}

/**
 * Streams a file of NDJSON into the store, in constant memory. Progress is told of what has been committed: a kill
 * at any moment loses nothing that was told, and the same import again completes the rest.
 */
export const importContent = async (
  file: string,
  store: TransferStore,
  progressOf: (total: number) => Progress,
): Promise<ImportResult> => {
  const { size } = await stat(file)
  const rejects = new Rejects(`${file}.rejects.ndjson`)
  await rm(rejects.file, { force: true })
  const progress = progressOf(size)
  let written = 0
  for await (const batch of batchesOf(file, rejects)) {
    const outcomes = await store.write(batch.map(({ record }) => record))
    for (const [index, reason] of outcomes.entries())
      if (reason === null) written += 1
      else rejects.add((batch[index] as Pending).line, reason)
    progress.update(batch.at(-1)?.line.end ?? size, `${written} records in, ${rejects.count} rejected`)
  }
  progress.finish()
  await rejects.close()
  return { in: written, rejected: rejects.count, rejectsFile: rejects.file }
}
