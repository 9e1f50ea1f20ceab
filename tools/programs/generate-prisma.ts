import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'

/** The command of Prisma. */
export const prismaCommand = createRequire(import.meta.url).resolve('prisma/build/index.js')

/** Generates the client of the schema in a folder, without a schema engine, which would be a download. */
export const generatePrisma = (folder: string): Promise<unknown> =>
  promisify(execFile)(process.execPath, [prismaCommand, 'generate', '--schema', 'schema.prisma'], {
    cwd: folder,
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true', CHECKPOINT_DISABLE: '1' },
  })
