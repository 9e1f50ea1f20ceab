import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { createLinkResolver, ERRORS, GUIDES } from './documents.ts'
import { readRepositoryUrl } from './repository.ts'

describe('createLinkResolver', () => {
  const REPOSITORY = 'https://host.example/owner/name'

  test('leads to the site for guides and error codes, and to the repository for other files', () => {
    const resolve = createLinkResolver(GUIDES, REPOSITORY)
    expect(resolve('sign-in.md#basic')).toBe('/api/guides/sign-in#basic')
    expect(resolve('errors/FORBIDDEN.md')).toBe('/api/errors/FORBIDDEN')
    expect(resolve('../libs/client/README.md#pages')).toBe(
      `${REPOSITORY}/blob/main/libs/client/README.md#pages`,
    )
    expect(resolve('decisions/search/0009-search.md')).toBe(
      `${REPOSITORY}/blob/main/docs/decisions/search/0009-search.md`,
    )
    expect(createLinkResolver(ERRORS, REPOSITORY)('../../README.md')).toBe(
      `${REPOSITORY}/blob/main/README.md`,
    )
  })

  test('makes no link to a file without the URL of a repository', () => {
    expect(createLinkResolver(GUIDES, null)('../README.md')).toBeNull()
  })
})

describe('readRepositoryUrl', () => {
  test.each([
    [{}, null],
    [{ repository: 'https://host.example/a/b' }, 'https://host.example/a/b'],
    [{ repository: { url: 'git+https://host.example/a/b.git' } }, 'https://host.example/a/b'],
    [{ repository: { url: 'git@host.example:a/b.git' } }, null],
  ])('%o gives %s', (manifest, url) => {
    const folder = mkdtempSync(join(tmpdir(), 'manifest-'))
    const file = join(folder, 'package.json')
    writeFileSync(file, JSON.stringify(manifest))
    expect(readRepositoryUrl(pathToFileURL(file))).toBe(url)
    rmSync(folder, { recursive: true })
  })
})
