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
const project = mkdtempSync(join(tmpdir(), 'authz-react-'))
const guide = readFileSync(join(root, 'libs/authz/docs/react.md'), 'utf8')
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')

/** Shows the page to two users, one of whom wrote the article. */
const show = `
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { definePolicy } from '@content-service/authz'
import { pack } from '@content-service/authz/pack'
import { Page } from './page.js'

const policy = definePolicy()({
  resources: { articles: ['write'] },
  attributes: { articles: {} },
  roles: { AUTHOR: { rules: (b) => b.allow('articles:write', (a, s) => a.ownerId.eq(s.id)) } },
})
for (const id of [7, 8]) {
  const packed = pack(policy, { id, roles: ['AUTHOR'] })
  console.log(renderToStaticMarkup(createElement(Page, { packed, article: { ownerId: 7, title: 'Crabs' } })))
}
`
/** A misspelt permission. */
const misspelt = `
import { usePermission } from '@content-service/authz/react'

export const useTypo = () => usePermission('articles:wrte')
`

beforeAll(() => {
  symlinkSync(join(root, 'node_modules'), join(project, 'node_modules'))
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }')
  for (const [, name = '', code = ''] of guide.matchAll(/```tsx?\n\/\/ ([\w.]+)\n([^]*?)```/g))
    writeFileSync(join(project, name), code)
  writeFileSync(join(project, 'show.js'), show)
  writeFileSync(join(project, 'misspelt.ts'), misspelt)
})
afterAll(() => rmSync(project, { recursive: true }))

const compile = async (...files: readonly string[]) => {
  const options = [
    '--strict',
    '--skipLibCheck',
    '--jsx',
    'react-jsx',
    '--target',
    'es2024',
    '--types',
    'node',
  ]
  const modules = ['--module', 'nodenext', '--rewriteRelativeImportExtensions']
  const ours = ['--customConditions', '@content-service/source', '--allowImportingTsExtensions', '--noEmit']
  const result = run(process.execPath, [tsc, ...files, ...options, ...modules, ...ours], { cwd: project })
  return (await result.catch((error: { readonly stdout: string }) => error)).stdout
}

it('the components of the guide have no type errors, and a misspelt permission has one', async () => {
  const [problem, ...others] = (await compile('page.tsx', 'register.ts', 'misspelt.ts'))
    .trim()
    .split(/\n(?! )/)
  expect(problem).toMatch(/^misspelt\.ts.*'"articles:wrte"' is not assignable/)
  expect(others).toEqual([])
})

it('the components of the guide show a user the permitted actions', async () => {
  const page = readFileSync(join(project, 'page.tsx'), 'utf8')
  const { default: typescript } = await import('typescript')
  const compilerOptions = { jsx: typescript.JsxEmit.ReactJSX, module: typescript.ModuleKind.ESNext }
  const { outputText } = typescript.transpileModule(page, { compilerOptions })
  writeFileSync(join(project, 'page.js'), outputText)
  const { stdout } = await run(process.execPath, ['--conditions=@content-service/source', 'show.js'], {
    cwd: project,
  })
  expect(stdout.split('\n')).toEqual([
    '<h1>Crabs (yours)</h1><button>Edit</button>',
    '<h1>Crabs</h1><p>You can only read this article.</p>',
    '',
  ])
})
