import typescript from 'typescript'
import { describe, expect, it } from 'vitest'
import { migrateSource } from './casl.ts'

const migrate = (text: string) => migrateSource(typescript, { path: 'a.ts', text })

const OURS = '@content-service/authz-casl'

describe('PureAbility', () => {
  it('becomes Ability where a file imports it and where it uses it', () => {
    const before = `import { AbilityBuilder, PureAbility, type AbilityTuple } from '@casl/ability'
import { createPrismaAbility, type PrismaQuery } from '@casl/prisma'

export type AppAbility = PureAbility<AbilityTuple, PrismaQuery>
export const empty: AppAbility = new PureAbility<AbilityTuple, PrismaQuery>()
export const classes = { PureAbility, other: PureAbility, PureAbility: 1 }
export { PureAbility }
export const build = () => new AbilityBuilder<AppAbility>(createPrismaAbility)
`
    const { text, count, left } = migrate(before)
    expect(text).toBe(`import { AbilityBuilder, Ability, type AbilityTuple } from '${OURS}'
import { createPrismaAbility, type PrismaQuery } from '${OURS}/prisma'

export type AppAbility = Ability<AbilityTuple, PrismaQuery>
export const empty: AppAbility = new Ability<AbilityTuple, PrismaQuery>()
export const classes = { PureAbility: Ability, other: Ability, PureAbility: 1 }
export { Ability as PureAbility }
export const build = () => new AbilityBuilder<AppAbility>(createPrismaAbility)
`)
    expect(count).toBe(8)
    expect(left.map(({ message }) => message)).toEqual([
      expect.stringContaining('name the types of your client with "Register"'),
    ])
  })

  it.each([
    [
      `import { PureAbility as Base } from '@casl/ability'\nnew Base()`,
      `import { Ability as Base } from '${OURS}'\nnew Base()`,
    ],
    [`export { PureAbility } from '@casl/ability'`, `export { Ability as PureAbility } from '${OURS}'`],
    [`export { PureAbility as A } from '@casl/ability'`, `export { Ability as A } from '${OURS}'`],
    [
      `import * as casl from '@casl/ability'\nnew casl.PureAbility() as casl.PureAbility`,
      `import * as casl from '${OURS}'\nnew casl.Ability() as casl.Ability`,
    ],
    [`type A = import('@casl/ability').PureAbility`, `type A = import('${OURS}').Ability`],
    [
      `const { PureAbility } = require('@casl/ability')\nnew PureAbility()`,
      `const { Ability: PureAbility } = require('${OURS}')\nnew PureAbility()`,
    ],
    [
      `const { PureAbility: Base } = await import('@casl/ability')`,
      `const { Ability: Base } = await import('${OURS}')`,
    ],
    [
      `import { PureAbility } from '@casl/ability'\nclass Ability extends PureAbility {}`,
      `import { Ability as PureAbility } from '${OURS}'\nclass Ability extends PureAbility {}`,
    ],
    [
      `import { PureAbility } from '@casl/ability'\nconst f = (PureAbility: object) => PureAbility`,
      `import { Ability as PureAbility } from '${OURS}'\nconst f = (PureAbility: object) => PureAbility`,
    ],
  ])('in %j becomes the second text', (before, after) => {
    expect(migrate(before)).toMatchObject({ text: after, left: [] })
  })

  it.each([
    `import { PureAbility } from './ability' // @casl/ability`,
    `import '@content-service/authz' // @casl/ability\nexport const a = { PureAbility: 1 }.PureAbility`,
  ])('that is not from CASL stays: %j', (text) => {
    expect(migrate(text)).toMatchObject({ text, count: 0 })
  })

  it('beside the Ability of CASL 6 keeps its name, and the other one is left', () => {
    const { text, left } = migrate(
      `import { Ability, PureAbility } from '@casl/ability'\nexport const a: PureAbility = new Ability([])\n`,
    )
    expect(text).toBe(
      `import { Ability, Ability as PureAbility } from '${OURS}'\nexport const a: PureAbility = new Ability([])\n`,
    )
    expect(left).toEqual([
      { path: 'a.ts', line: 1, column: 10, message: expect.stringContaining('write createMongoAbility') },
    ])
  })
})
