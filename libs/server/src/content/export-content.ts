import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { groupThousands, type TransferStore } from '@content-service/domain'
import { createPrivateFile } from './private-file.ts'
import type { Progress } from './progress.ts'

/**
 * Streams all content into a file of NDJSON. The file gets its name when it is complete. Returns the number of records.
 */
export const exportContent = async (
  file: string,
  store: TransferStore,
  progressOf: (total: number) => Progress,
): Promise<number> => {
  const progress = progressOf(await store.count())
  const unfinished = `${file}.part`
  let count = 0
  const lines = async function* () {
    for await (const line of store.read()) {
      yield `${JSON.stringify(line)}\n`
      progress.update((count += 1), `${groupThousands(count)} records`)
    }
  }
  await rm(unfinished, { force: true })
  try {
    await pipeline(Readable.from(lines()), createPrivateFile(unfinished))
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    progress.finish()
  }
  await rename(unfinished, file)
  return count
}
