import type { Program } from '../programs/readme-programs.ts'

/**
 * A program that imports and requires each entry. All names must be the same values, and a policy of one form must know the
 * errors, the conditions and the packed permissions of the other.
 */
const writeCode = (entries: readonly string[]): string => `
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
const require = createRequire(import.meta.url)
for (const entry of ${JSON.stringify(entries)}) {
  const [imported, required] = [await import(entry), require(entry)]
  const names = Object.keys(imported).filter((name) => name !== 'default' && name !== 'module.exports')
  assert.deepEqual(names.toSorted(), Object.keys(required).toSorted(), entry)
  assert.ok(names.length > 0, entry)
  for (const name of names) assert.equal(imported[name], required[name], entry + ' ' + name)
}
const esm = await import('@content-service/authz')
const cjs = require('@content-service/authz')
const { unpack } = await import('@content-service/authz/pack')
const { pack } = require('@content-service/authz/pack')
const policy = cjs.definePolicy()({
  resources: { pages: ['read'] },
  attributes: { pages: esm.attrs() },
  roles: { USER: { rules: (b) => b.allow('pages:read', (page, s) => esm.or(page.ownerId.eq(esm.subject().id), cjs.not(page.isHidden.eq(true)))) } },
})
const user = { id: 1, roles: ['USER'] }
const own = { ownerId: 1, isHidden: true }
const other = { ownerId: 2, isHidden: true }
assert.deepEqual([policy.can(user, 'pages:read', own), policy.can(user, 'pages:read', other)], [true, false])
assert.throws(() => policy.authorize(user, 'pages:read', other), esm.AccessDenied)
assert.throws(() => esm.definePolicy()({ resources: {}, roles: { A: { inherits: ['B'] } } }), cjs.InvalidPolicy)
assert.equal(esm.matcher(policy.filter(user, 'pages:read'))(own), true)
assert.equal(unpack(pack(policy, user)).can('pages:read', own), true)
console.log('one state')
`

/** A program that fails if the forms of the packages do not share all that a program can compare. */
export const writeStateProgram = (entries: readonly string[]): Program => ({
  file: 'authz-both-forms.ts',
  code: writeCode(entries),
  printed: ['one state'],
  ends: true,
})
