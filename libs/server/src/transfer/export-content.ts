import { once } from 'node:events'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { groupThousands } from '@content-service/domain/internal/model'
import type { Extent, TransferStore } from '@content-service/domain/internal/transfer'
import { createPrivateFile } from './private-file.ts'
import type { Progress } from './progress.ts'

export interface ExportOptions {
  readonly extent?: Extent
  readonly progressOf: (total: number) => Progress
}

/**
 * Streams all content into a file of NDJSON. The file gets its name when it is complete. Returns the number of lines.
 */
export const exportContent = async (
  file: string,
  store: TransferStore,
  { extent = 'usual', progressOf }: ExportOptions,
): Promise<number> => {
  const unfinished = `${file}.part`
  await rm(unfinished, { force: true })
  const output = createPrivateFile(unfinished)
  // A folder that is missing is refused before the progress begins.
  await once(output, 'open')
  const progress = progressOf(await store.count(extent))
  let count = 0
  const lines = async function* () {
    for await (const line of store.read(extent)) {
      yield `${JSON.stringify(line)}\n`
      progress.update((count += 1), countLines(count, extent))
    }
  }
  try {
    await pipeline(Readable.from(lines()), output)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    progress.finish()
  }
  await rename(unfinished, file)
  return count
}

/** A complete export also has lines of revisions and likes. */
export const countLines = (count: number, extent: Extent): string => {
  const word = extent === 'complete' ? 'line' : 'record'
  return `${groupThousands(count)} ${word}${count === 1 ? '' : 's'}`
}
