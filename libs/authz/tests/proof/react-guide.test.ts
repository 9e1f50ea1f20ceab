import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import typescript from 'typescript'
import { expect, it } from 'vitest'
import { SHOWN, createGuideProject, writeShow } from '../support/component-guide.ts'

const imports = `
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Page } from './page.js'`

const project = createGuideProject('react', {
  'show.js': writeShow(imports, 'renderToStaticMarkup(createElement(Page, props))'),
  'misspelt.ts': `
import { usePermission } from '@content-service/authz/react'

export const useTypo = () => usePermission('articles:wrte')
`,
})

it('the components of the guide have no type errors, and a misspelt permission has one', async () => {
  const options = ['--jsx', 'react-jsx', '--rewriteRelativeImportExtensions']
  const [problem, ...others] = await project.compile(['page.tsx', 'register.ts', 'misspelt.ts'], options)
  expect(problem).toMatch(/^misspelt\.ts.*'"articles:wrte"' is not assignable/)
  expect(others).toEqual([])
})

it('the components of the guide show a user the permitted actions', async () => {
  const page = readFileSync(join(project.folder, 'page.tsx'), 'utf8')
  const compilerOptions = { jsx: typescript.JsxEmit.ReactJSX, module: typescript.ModuleKind.ESNext }
  const { outputText } = typescript.transpileModule(page, { compilerOptions })
  writeFileSync(join(project.folder, 'page.js'), outputText)
  expect(await project.run('show.js')).toEqual(SHOWN)
})
