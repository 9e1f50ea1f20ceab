import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findContent } from './find-content.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'find-content-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
const writeManifest = (member: unknown): void =>
  write('package.json', JSON.stringify({ type: 'module', 'content-service': member }))

describe('the content of a project', () => {
  it('is in the module that package.json names, also for a folder below', async () => {
    writeManifest('content.js')
    write('content.js', 'export const content = { confirmsEmail: false }')
    mkdirSync(join(folder, 'deep'))
    expect(await findContent(join(folder, 'deep'))).toEqual({ confirmsEmail: false })
  })

  it('is empty without the member', async () => {
    write('package.json', '{}')
    expect(await findContent(folder)).toEqual({})
  })

  it.each<[string, unknown, string]>([
    ['a path without a file', 'gone.js', 'gone.js as "content-service", and the file does not exist'],
    ['a number', 1, 'must be a path, such as "src/content.ts"'],
  ])('%s is refused', async (_, member, message) => {
    writeManifest(member)
    await expect(findContent(folder)).rejects.toThrow(message)
  })

  it('a module without content is refused', async () => {
    writeManifest('empty.js')
    write('empty.js', 'export const model = 1')
    await expect(findContent(folder)).rejects.toThrow('exports no content')
  })

  it('a module that does not load is refused with the place of the fault, without frames of the libraries', async () => {
    writeManifest('broken.js')
    write('broken.js', 'export const content = { model: early }\nconst early = 1\n')
    const error = await findContent(folder).catch((thrown: unknown) => thrown)
    expect((error as Error).message).toBe(
      `${join(folder, 'broken.js')} does not load: ReferenceError: Cannot access 'early' before initialization (broken.js:1:33)`,
    )
  })

  it('a package.json that is no JSON is refused', async () => {
    write('package.json', '{')
    await expect(findContent(folder)).rejects.toThrow('is not valid JSON')
  })
})
