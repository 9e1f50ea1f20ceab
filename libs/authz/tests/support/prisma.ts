import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { generatePrisma, prismaCommand } from '../../../../tools/programs/generate-prisma.ts'

/** A model of a generated client. Its types exist only after the generation. */
interface Model {
  readonly createMany: (query: { readonly data: readonly object[] }) => Promise<unknown>
  readonly fields: Readonly<Record<string, unknown>>
  readonly findMany: (query: object) => Promise<readonly Readonly<Record<string, unknown>>[]>
}

export interface OpenedPrisma {
  readonly client: Readonly<Record<string, Model>> & { readonly $disconnect: () => Promise<void> }
  readonly close: () => Promise<void>
}

/** The fields of a model, as comparisons of two of them name them. */
export const fieldsOf =
  ({ client }: OpenedPrisma) =>
  (model: string, field: string): unknown =>
    client[model.charAt(0).toLowerCase() + model.slice(1)]?.fields[field]

/** Generates a client in a temporary folder, and opens it with an adapter. */
export async function openPrisma(schema: string, adapt: (folder: string) => object): Promise<OpenedPrisma> {
  const folder = await mkdtemp(join(tmpdir(), 'authz-prisma-'))
  const generator = 'generator client {\n  provider = "prisma-client"\n  output = "./client"\n}\n'
  await writeFile(join(folder, 'schema.prisma'), generator + schema)
  await symlink(join(prismaCommand, '../../..'), join(folder, 'node_modules'))
  await generatePrisma(folder)
  const { PrismaClient } = await import(
    /* @vite-ignore */ pathToFileURL(join(folder, 'client/client.ts')).href
  )
  const client: OpenedPrisma['client'] = new PrismaClient({ adapter: adapt(folder) })
  return {
    client,
    close: async () => {
      await client.$disconnect()
      await rm(folder, { recursive: true })
    },
  }
}

/** A client with a new database of SQLite. */
export const openPrismaSqlite = (schema: string, ddl: string): Promise<OpenedPrisma> =>
  openPrisma(schema, (folder) => {
    const file = join(folder, 'docs.db')
    const db = new DatabaseSync(file)
    db.exec(ddl)
    db.close()
    // SQLite has integers that no number can be.
    return new PrismaLibSql({ url: `file:${file}`, intMode: 'bigint' })
  })
