import { execFile } from 'node:child_process'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import ts from 'typescript'

/** The command of Prisma. */
export const prismaCommand = createRequire(import.meta.url).resolve('prisma/build/index.js')

/** Generates the client of the schema in a folder, without a schema engine, which would be a download. */
export const generatePrisma = (folder: string, schema = 'schema.prisma'): Promise<unknown> =>
  promisify(execFile)(process.execPath, [prismaCommand, 'generate', '--schema', schema], {
    cwd: folder,
    env: { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true', CHECKPOINT_DISABLE: '1' },
  })

/** Where the client of a page is, and where its CommonJS form is. */
export const GENERATED = './generated/client.ts'
export const GENERATED_COMMONJS = './generated-commonjs/client.js'

const toCommonJs = (schema: string): string =>
  schema.replace(
    /output .*/,
    'output = "./generated-commonjs"\n  moduleFormat = "cjs"\n  importFileExtension = "js"',
  )

/** Generates the client again, as a project of CommonJS has it when its compiler has run. */
async function generateCommonJs(folder: string, schema: string): Promise<void> {
  writeFileSync(join(folder, 'schema-commonjs.prisma'), toCommonJs(schema))
  await generatePrisma(folder, 'schema-commonjs.prisma')
  const client = join(folder, 'generated-commonjs')
  writeFileSync(join(client, 'package.json'), '{ "type": "commonjs" }')
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2024 }
  for (const file of globSync('**/*.ts', { cwd: client })) {
    const code = readFileSync(join(client, file), 'utf8')
    const { outputText } = ts.transpileModule(code, { compilerOptions })
    writeFileSync(join(client, file.replace(/\.ts$/, '.js')), outputText)
  }
}

/** Writes what the program of docs/prisma.md of authz needs beside it: the schema, its client in both forms, and a database. */
export async function preparePrismaPage(root: string, folder: string): Promise<void> {
  const page = readFileSync(join(root, 'libs/authz/docs/prisma.md'), 'utf8')
  const schema = /```prisma\n([^]*?)```/.exec(page)?.[1] ?? ''
  writeFileSync(join(folder, 'schema.prisma'), schema)
  await generatePrisma(folder)
  await generateCommonJs(folder, schema)
  const db = new DatabaseSync(join(folder, 'articles.db'))
  db.exec('create table Article (id integer primary key, ownerId integer, status text)')
  db.close()
}
