import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { adaptManifest, findWebAddress } from './package-files.ts'
import { adaptLinks, writeDocs } from './package-links.ts'

const README =
  '[settings](../../docs/settings.md#top), [one](docs/one.md), [two](./src/two.ts), [npm](https://npmjs.com), [here](#x)'
const links = { folder: 'libs/server', files: ['dist', 'docs'], withDocs: false }
const web = findWebAddress({ repository: { url: 'git+https://git.example/a/b.git' } })

describe('the README of a package', () => {
  const page = 'libs/server/README.md'

  it('links to pages of the repository by their address', () => {
    expect(adaptLinks(README, { ...links, page, web })).toBe(
      '[settings](https://git.example/a/b/blob/main/docs/settings.md#top), [one](docs/one.md), ' +
        '[two](https://git.example/a/b/blob/main/libs/server/src/two.ts), [npm](https://npmjs.com), [here](#x)',
    )
  })

  it('names the pages without a repository', () => {
    expect(adaptLinks(README, { ...links, page, web: findWebAddress({}) })).toBe(
      'settings, [one](docs/one.md), two, [npm](https://npmjs.com), [here](#x)',
    )
  })

  it('links to the pages of the documentation that the package has', () => {
    expect(adaptLinks(README, { ...links, page, web: null, withDocs: true })).toBe(
      '[settings](dist/docs/settings.md#top), [one](docs/one.md), two, [npm](https://npmjs.com), [here](#x)',
    )
  })
})

describe('the documents of a package', () => {
  it('link to each other, and have no link to a file that the package does not have', () => {
    const library = mkdtempSync(join(tmpdir(), 'documents-'))
    const root = resolve(import.meta.dirname, '../..')
    writeDocs({ root, library, links: { ...links, withDocs: true, web: null } })
    const pages = globSync('**/*.md', { cwd: library })
    expect(pages).toContain('dist/docs/errors/CONFLICT.md')
    const dead = pages.flatMap((page) => {
      const text = readFileSync(join(library, page), 'utf8')
      const targets = [...text.matchAll(/\]\(([^):\s#]+)(?:#[^)\s]*)?\)/g)].map(([, target = '']) => target)
      return targets.filter((target) => !existsSync(join(library, page, '..', target)))
    })
    expect(dead).toEqual([])
    rmSync(library, { recursive: true })
  })
})

describe('the package.json of a package', () => {
  const manifest = { name: 'a', publishConfig: { access: 'public', bin: { a: './dist/a.js' } } }

  it('has what only a package has, and no address without a repository', () => {
    expect(adaptManifest(manifest, {}, 'libs/a')).toEqual({
      name: 'a',
      bin: { a: './dist/a.js' },
      publishConfig: { access: 'public' },
    })
  })

  it('has the addresses of the project', () => {
    const root = {
      repository: { url: 'git+https://git.example/a/b.git' },
      homepage: 'https://a.example',
      bugs: 'b',
    }
    expect(adaptManifest(manifest, root, 'libs/a')).toMatchObject({
      repository: { type: 'git', url: 'git+https://git.example/a/b.git', directory: 'libs/a' },
      homepage: 'https://a.example',
      bugs: 'b',
    })
  })
})
