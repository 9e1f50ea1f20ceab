import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { findMissing, readPrograms } from '../../../tools/programs/readme-programs.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const library = fileURLToPath(new URL('..', import.meta.url))

it('the README shows in its comments and in its explanation what its examples print', async () => {
  const program = readPrograms(root, ['authz-casl']).find(({ file }) => file === 'authz-casl.ts')
  const options = ['--conditions=@content-service/source', '--input-type=module-typescript', '--eval']
  const { stdout } = await promisify(execFile)(process.execPath, [...options, program?.code ?? ''], {
    cwd: library,
  })
  expect(program?.printed).toHaveLength(6)
  expect(findMissing(program?.printed ?? [], stdout)).toEqual([])
  const [, shown = ''] = /```text\n([^]*?)```/.exec(readFileSync(`${library}/README.md`, 'utf8')) ?? []
  expect(stdout).toContain(shown)
  expect(shown).toContain('reason: "A deleted article stays as it is"')
})
