import { describe, expect, it } from 'vitest'
import { adaptLinks, adaptManifest, findWebAddress } from './package-files.ts'

const README =
  '[settings](../../docs/settings.md#top), [one](docs/one.md), [two](./src/two.ts), [npm](https://npmjs.com), [here](#x)'
const files = ['dist', 'docs']

describe('the README of a package', () => {
  it('links to pages of the repository by their address', () => {
    const web = findWebAddress({ repository: { url: 'git+https://git.example/a/b.git' } })
    expect(adaptLinks(README, { folder: 'libs/server', files, web })).toBe(
      '[settings](https://git.example/a/b/blob/main/docs/settings.md#top), [one](docs/one.md), ' +
        '[two](https://git.example/a/b/blob/main/libs/server/src/two.ts), [npm](https://npmjs.com), [here](#x)',
    )
  })

  it('names the pages without a repository', () => {
    expect(adaptLinks(README, { folder: 'libs/server', files, web: findWebAddress({}) })).toBe(
      'settings, [one](docs/one.md), two, [npm](https://npmjs.com), [here](#x)',
    )
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
