import { afterEach, expect, it } from 'vitest'
import { createMongoAbility } from './index.ts'

const added: string[] = []
function pollute(name: string, value: unknown): void {
  added.push(name)
  Object.assign(Object.prototype, { [name]: value })
}
afterEach(() => {
  for (const name of added.splice(0)) Reflect.deleteProperty(Object.prototype, name)
})

it('what all objects inherit is no attribute of a rule or of a row', () => {
  const build = () =>
    createMongoAbility([
      { action: 'read', subject: 'all' },
      { action: 'read', subject: 'all', inverted: true },
      { action: 'write', subject: 'all', conditions: { isOpen: true } },
      { action: 'own', subject: 'all', conditions: { 'owner.teamId': 3 } },
    ])
  expect(build().can('write', { isOpen: true })).toBe(true)
  expect(build().can('own', { owner: { teamId: 3 } })).toBe(true)
  pollute('fields', ['title'])
  pollute('conditions', { id: 5 })
  pollute('isOpen', true)
  pollute('teamId', 3)
  for (const action of ['read', 'write', 'own'])
    expect(build().can(action, { owner: {} }), action).toBe(false)
})
