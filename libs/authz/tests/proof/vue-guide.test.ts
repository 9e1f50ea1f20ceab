import { expect, it } from 'vitest'
import { SHOWN, createGuideProject, writeShow } from '../support/component-guide.ts'

const imports = `
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { Page } from './page.ts'`

const project = createGuideProject('vue', {
  'show.ts': writeShow(imports, 'await renderToString(createSSRApp(Page, props))'),
  // A misspelt permission, and a row of another type.
  'misspelt.ts': `
import { usePermission } from '@content-service/authz/vue'

export const useTypo = () => usePermission('articles:wrte')
export const useOther = () => usePermission('articles:write', () => ({ ownerId: 'seven', title: '' }))
`,
})

it('the components of the guide have no type errors, and misspelt names have one each', async () => {
  const [name, row, ...others] = await project.compile(['page.ts', 'register.ts', 'misspelt.ts'])
  expect(name).toMatch(/^misspelt\.ts\(4.*"articles:wrte"/)
  expect(row).toMatch(/^misspelt\.ts\(5/)
  expect(others).toEqual([])
})

it('the components of the guide show a user the permitted actions', async () => {
  const lines = await project.run('show.ts')
  expect(lines.map((line) => line.replaceAll(/<!--.*?-->/g, ''))).toEqual(SHOWN)
})
