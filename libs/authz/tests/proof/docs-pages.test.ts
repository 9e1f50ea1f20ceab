import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { readPrograms } from '../../../../tools/programs/readme-programs.ts'

const library = fileURLToPath(new URL('../..', import.meta.url))
const pages = globSync('docs/*.md', { cwd: library }).sort()
const read = (page: string): string => readFileSync(join(library, page), 'utf8')

/**
 * The files of react.md and vue.md are components, which tests of their own compile and show. The libraries of query-builders.md
 * need a newer Node than this package, and no bundler takes their optional drivers: guides.test.ts runs that page.
 */
const TESTED_ALONE = ['docs/query-builders.md', 'docs/react.md', 'docs/vue.md']

const programs = readPrograms(join(library, '../..'), ['authz']).map(({ file }) => file)
const hasProgram = (page: string): boolean => /```tsx?\n/.test(read(page))

describe.each(pages)('%s', (page) => {
  it('is linked from the README', () => {
    expect(read('README.md')).toMatch(new RegExp(`\\(${page.replaceAll('.', '\\.')}[)#]`))
  })

  it.runIf(hasProgram(page) && !TESTED_ALONE.includes(page))('is run from the packed packages', () => {
    expect(programs).toContain(page.replace('docs/', 'authz-').replace('.md', '.ts'))
  })

  it.runIf(hasProgram(page))('says on which example it builds, or is complete', () => {
    const builds = 'continues? the \\[first use\\]\\(\\.\\./README\\.md#first-use\\)'
    expect(read(page)).toMatch(new RegExp(`${builds}|You can (run|use) the (program|files) of this page`))
  })
})
