import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { format, resolveConfig } from 'prettier'
import { BUNDLERS, type Bundler } from './bundlers.ts'
import { consumers } from './forms.ts'

/**
 * `npm run tool authz-sizes`, after `npm run build`, writes the tables of sizes in the pages of authz: the bytes of a bundle,
 * minified and gzipped, of each bundler.
 */
const LIBRARY = resolve(import.meta.dirname, '../../libs/authz')
const MARKED = /(<!-- sizes -->)[^]*(<!-- \/sizes -->)/

/** The module of a row, or two modules, of which the row shows how much the second adds to the first. */
type Measured = string | readonly [without: string, with_: string]

const SERVER = `export { definePolicy } from '@content-service/authz'`
const addGuard = (entry: string): Measured => [
  SERVER,
  `${SERVER}\nexport { permissionFilter, requirePermission } from '@content-service/authz/${entry}'`,
]
const CASL = `export { createMongoAbility } from '@casl/ability'`

const PAGES: Readonly<Record<string, Readonly<Record<string, Measured>>>> = {
  'browser.md': {
    'the server: `definePolicy`': SERVER,
    'the browser: `unpack` and checks': `export { unpack } from '@content-service/authz/pack'`,
    'CASL 7: `createMongoAbility`': CASL,
  },
  'guards.md': Object.fromEntries(
    ['express', 'fastify', 'hono', 'fetch', 'nest', 'trpc'].map((entry) => [
      `\`/${entry}\``,
      addGuard(entry),
    ]),
  ),
  'compared.md': {
    'CASL 7: `createMongoAbility`': CASL,
    'permix 4: `createPermix`': `export { createPermix } from 'permix'`,
  },
}

const measure = (code: string): number => gzipSync(code, { level: 9 }).length

async function bundle(bundler: Bundler, code: string): Promise<number> {
  // The folder is inside of the library, so that its packages resolve.
  const folder = join(LIBRARY, 'node_modules/.cache')
  mkdirSync(folder, { recursive: true })
  const project = mkdtempSync(join(folder, 'sizes-'))
  try {
    writeFileSync(
      join(project, 'entry.js'),
      `import * as used from './used.js'\nglobalThis.used = { ...used }\n`,
    )
    writeFileSync(join(project, 'used.js'), code)
    return measure(await bundler({ project, file: 'entry.js', minify: true, platform: 'browser' }))
  } finally {
    rmSync(project, { recursive: true })
  }
}

/** Bytes below 1 KB, and KB with one digit from there. */
const show = (bytes: number): string => (bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} KB`)

async function measureRow(bundler: Bundler, measured: Measured): Promise<string> {
  if (typeof measured === 'string') return show(await bundle(bundler, measured))
  const [without, with_] = measured
  return show((await bundle(bundler, with_)) - (await bundle(bundler, without)))
}

async function writeTable(rows: Readonly<Record<string, Measured>>): Promise<string> {
  const names = Object.keys(BUNDLERS)
  const lines = []
  for (const [name, measured] of Object.entries(rows)) {
    const sizes = []
    for (const bundler of Object.values(BUNDLERS)) sizes.push(await measureRow(bundler, measured))
    lines.push(`| ${[name, ...sizes].join(' | ')} |`)
  }
  return [`| | ${names.join(' | ')} |`, `| --- |${' ---: |'.repeat(names.length)}`, ...lines].join('\n')
}

if (!consumers.areInstalled()) consumers.install()
for (const [name, rows] of Object.entries(PAGES)) {
  const file = join(LIBRARY, 'docs', name)
  const page = readFileSync(file, 'utf8').replace(MARKED, `$1\n\n${await writeTable(rows)}\n\n$2`)
  writeFileSync(file, await format(page, { ...(await resolveConfig(file)), parser: 'markdown' }))
  console.log(`${name} has the table.`)
}
