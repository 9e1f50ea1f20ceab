import { attrs, definePolicy, matcher } from '../index.ts'
import type { PolicyDocument, Subject } from '../index.ts'
import { compilePolicy } from '../engine.ts'
import {
  type Contestant,
  type Row,
  actions,
  bigAsks,
  bigResources,
  bigRoles,
  granted,
  ownershipRows,
  questions,
  resources,
  rows,
  turn,
  userId,
} from './workloads.ts'

const user = { id: userId, roles: ['USER'] }

const flat: PolicyDocument = {
  resources: Object.fromEntries(resources.map((resource) => [resource, actions])),
  roles: { USER: { rules: [{ effect: 'allow', permissions: granted.map(({ permission }) => permission) }] } },
}

const big: PolicyDocument = {
  resources: Object.fromEntries(bigResources.map((resource) => [resource, actions])),
  roles: Object.fromEntries(
    bigRoles.map(({ name, parent, questions: own }) => [
      name,
      {
        inherits: parent ? [parent] : [],
        rules: [{ effect: 'allow', permissions: own.map(({ permission }) => permission) }],
      },
    ]),
  ),
}

const owning = definePolicy<typeof user>()({
  resources: { docs: ['read', 'update'] },
  attributes: { docs: attrs<Row>() },
  roles: {
    USER: {
      rules: (b) => {
        b.allow('docs:update', (d, s) => d.ownerId.eq(s.id))
        b.allow('docs:read', (d) => d.status.eq('PUBLISHED'))
        b.allow('docs:read', (d, s) => d.ownerId.eq(s.id))
      },
    },
  },
})

export function ours(version: string): Contestant {
  const flatPolicy = compilePolicy<Subject, Record<string, object>>(flat)
  const bigPolicy = compilePolicy<Subject, Record<string, object>>(big)
  const flatAbility = flatPolicy.for(user)
  const owningAbility = owning.for(user)
  const bigAbilities = bigRoles.map(({ name }, id) => bigPolicy.for({ id, roles: [name] }))
  const matches = matcher(owning.filter(user, 'docs:read'))
  return {
    name: '@content-service/authz',
    version,
    turns: {
      exact: turn(questions, ({ permission }) => flatAbility.can(permission)),
      roles: turn(bigAsks, ({ role, question }) => bigAbilities[role]?.can(question.permission) === true),
      ownership: turn(ownershipRows, (row) => owningAbility.can('docs:update', row)),
      build: turn(questions, () => flatPolicy.for(user).can !== undefined),
      filter: { run: () => rows.filter(matches).length, operations: 1 },
    },
  }
}

/** No library: a prepared set with the permissions of the user. */
export function bareSet(): Contestant {
  const permissions = new Set<string>(granted.map(({ permission }) => permission))
  return {
    name: 'Set.has',
    version: '',
    turns: { exact: turn(questions, ({ permission }) => permissions.has(permission)) },
  }
}
