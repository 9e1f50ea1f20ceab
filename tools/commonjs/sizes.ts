import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { format } from 'prettier'
import { BUNDLERS, type Bundler } from './bundlers.ts'
import { consumers } from './forms.ts'

/**
 * `npm run tool authz-sizes`, after `npm run build`, writes the table of docs/browser.md of authz: the bytes of a bundle, minified
 * and gzipped, of each bundler.
 */
const ROOT = resolve(import.meta.dirname, '../..')
const PAGE = join(ROOT, 'libs/authz/docs/browser.md')
const MARKED = /(<!-- sizes -->)[^]*(<!-- \/sizes -->)/

const CASES: Readonly<Record<string, string>> = {
  'the server: `definePolicy`': `export { definePolicy } from '@content-service/authz'`,
  'the browser: `unpack` and checks': `export { unpack } from '@content-service/authz/pack'`,
  'CASL 7: `createMongoAbility`': `export { createMongoAbility } from '@casl/ability'`,
}

async function measure(bundler: Bundler, code: string): Promise<string> {
  // The folder is inside of the workspace, so that its packages resolve.
  const project = mkdtempSync(join(ROOT, 'node_modules/.cache/sizes-'))
  try {
    writeFileSync(
      join(project, 'entry.js'),
      `import * as used from './used.js'\nglobalThis.used = { ...used }\n`,
    )
    writeFileSync(join(project, 'used.js'), code)
    const bundle = await bundler({ project, file: 'entry.js', minify: true, platform: 'browser' })
    return `${(gzipSync(bundle, { level: 9 }).length / 1000).toFixed(1)} KB`
  } finally {
    rmSync(project, { recursive: true })
  }
}

async function writeTable(): Promise<string> {
  const names = Object.keys(BUNDLERS)
  const rows = []
  for (const [name, code] of Object.entries(CASES)) {
    const sizes = []
    for (const bundler of Object.values(BUNDLERS)) sizes.push(await measure(bundler, code))
    rows.push(`| ${[name, ...sizes].join(' | ')} |`)
  }
  return [`| | ${names.join(' | ')} |`, `| --- |${' ---: |'.repeat(names.length)}`, ...rows].join('\n')
}

if (!consumers.areInstalled()) consumers.install()
const page = readFileSync(PAGE, 'utf8').replace(MARKED, `$1\n\n${await writeTable()}\n\n$2`)
writeFileSync(PAGE, await format(page, { parser: 'markdown', printWidth: 110 }))
console.log(`${basename(PAGE)} has the table.`)
