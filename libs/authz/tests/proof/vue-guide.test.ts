import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../..', import.meta.url))
const project = mkdtempSync(join(tmpdir(), 'authz-vue-'))
const guide = readFileSync(join(root, 'libs/authz/docs/vue.md'), 'utf8')
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')

/** Shows the page to two users, one of whom wrote the article. */
const show = `
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { definePolicy } from '@content-service/authz'
import { pack } from '@content-service/authz/pack'
import { Page } from './page.ts'

const policy = definePolicy()({
  resources: { articles: ['write'] },
  attributes: { articles: {} },
  roles: { AUTHOR: { rules: (b) => b.allow('articles:write', (a, s) => a.ownerId.eq(s.id)) } },
})
for (const id of [7, 8]) {
  const packed = pack(policy, { id, roles: ['AUTHOR'] })
  console.log(await renderToString(createSSRApp(Page, { packed, article: { ownerId: 7, title: 'Crabs' } })))
}
`
/** A misspelt permission, and a row of another type. */
const misspelt = `
import { usePermission } from '@content-service/authz/vue'

export const useTypo = () => usePermission('articles:wrte')
export const useOther = () => usePermission('articles:write', () => ({ ownerId: 'seven', title: '' }))
`

beforeAll(() => {
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'))
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  for (const [, name = '', code = ''] of guide.matchAll(/```ts\n\/\/ ([\w.]+)\n([^]*?)```/g))
    writeFileSync(join(project, name), code)
  writeFileSync(join(project, 'show.ts'), show)
  writeFileSync(join(project, 'misspelt.ts'), misspelt)
})
afterAll(() => rmSync(project, { recursive: true }))

const compile = async (...files: readonly string[]) => {
  const options = ['--strict', '--skipLibCheck', '--target', 'es2024', '--types', 'node']
  const modules = ['--module', 'nodenext', '--allowImportingTsExtensions', '--noEmit']
  const ours = ['--customConditions', '@content-service/source']
  const result = run(process.execPath, [tsc, ...files, ...options, ...modules, ...ours], { cwd: project })
  return (await result.catch((error: { readonly stdout: string }) => error)).stdout
}

it('the components of the guide have no type errors, and misspelt names have one each', async () => {
  const [name, row, ...others] = (await compile('page.ts', 'register.ts', 'misspelt.ts'))
    .trim()
    .split(/\n(?! )/)
  expect(name).toMatch(/^misspelt\.ts\(4.*"articles:wrte"/)
  expect(row).toMatch(/^misspelt\.ts\(5/)
  expect(others).toEqual([])
})

it('the components of the guide show a user the permitted actions', async () => {
  const { stdout } = await run(process.execPath, ['--conditions=@content-service/source', 'show.ts'], {
    cwd: project,
  })
  expect(stdout.replaceAll(/<!--.*?-->/g, '').split('\n')).toEqual([
    '<h1>Crabs (yours)</h1><button>Edit</button>',
    '<h1>Crabs</h1><p>You can only read this article.</p>',
    '',
  ])
})
