import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'

/** The command of Prisma. */
export const prismaCommand = createRequire(import.meta.url).resolve('prisma/build/index.js')

/** Generates the client of the schema in a folder, without a schema engine, which would be a download. */
export const generatePrisma = (folder: string): Promise<unknown> =>
  promisify(execFile)(process.execPath, [prismaCommand, 'generate', '--schema', 'schema.prisma'], {
    cwd: folder,
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true', CHECKPOINT_DISABLE: '1' },
  })

/** Writes what the program of docs/prisma.md of authz needs beside it: the schema, its client, and a database. */
export async function preparePrismaPage(root: string, folder: string): Promise<void> {
  const page = readFileSync(join(root, 'libs/authz/docs/prisma.md'), 'utf8')
  writeFileSync(join(folder, 'schema.prisma'), /```prisma\n([^]*?)```/.exec(page)?.[1] ?? '')
  await generatePrisma(folder)
  const db = new DatabaseSync(join(folder, 'articles.db'))
  db.exec('create table Article (id integer primary key, ownerId integer, status text)')
  db.close()
}
