import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const pages = globSync('**/*.md', {
  cwd: ROOT,
  exclude: (path) => /(^|\/)(node_modules|dist|\.[^/]+)$/.test(path),
})
  // A generator makes these pages and their anchors from docstrings, and checks their links.
  .filter((page) => !page.startsWith('libs/authz/docs/api/'))

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8')
const withoutCode = (text: string): string => text.replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, '')

/** The anchor of a heading, in the form of GitHub. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-')
const anchorsIn = (page: string): ReadonlySet<string> =>
  new Set([...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)))

/** The links of a page to files of the project, as the page writes them. */
const linksIn = (page: string): readonly string[] =>
  [...withoutCode(read(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^[a-z]+:|^\//.test(target))

const isBroken = (page: string, link: string): boolean => {
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(ROOT, target))) return true
  return anchor !== undefined && target.endsWith('.md') && !anchorsIn(target).has(anchor)
}

describe('pages', () => {
  it('link to existing files and headings', () => {
    const broken = pages.flatMap((page) =>
      linksIn(page)
        .filter((link) => isBroken(page, link))
        .map((link) => `${page}: ${link}`),
    )
    expect(broken).toEqual([])
    expect(pages.length).toBeGreaterThan(50)
  })
})
