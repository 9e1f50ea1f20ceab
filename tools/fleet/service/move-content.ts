import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Extent } from '@content-service/domain/internal/transfer'
import { exportContent } from '../../../libs/server/src/transfer/export-content.ts'
import { importContent, type ImportResult } from '../../../libs/server/src/transfer/import-content.ts'
import { StoreIds } from './ids.ts'
import type { FleetService } from './open-service.ts'

const progressOf = () => ({ update: () => undefined, finish: () => undefined })

const withFile = async <Result>(work: (file: string) => Promise<Result>): Promise<Result> => {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-'))
  try {
    return await work(join(folder, 'content.ndjson'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The lines of an export, as the command writes them. */
export const exportLines = ({ transfer }: FleetService, extent: Extent): Promise<readonly string[]> =>
  withFile(async (file) => {
    await exportContent(file, transfer, { extent, progressOf })
    return (await readFile(file, 'utf8')).split('\n')
  })

/** Imports the content of a service into another one. */
export const moveContent = (from: FleetService, to: FleetService, extent: Extent): Promise<ImportResult> =>
  withFile(async (file) => {
    await exportContent(file, from.transfer, { extent, progressOf })
    return importContent(file, to.transfer, { model: to.model, progressOf })
  })

/** The lines with the names of a store in the place of its ids. */
export const nameLines = (lines: readonly string[]): readonly string[] => {
  const ids = new StoreIds()
  return lines.map((line) => (line === '' ? '' : ids.toNames(JSON.parse(line))))
}
