import { expect, it } from 'vitest'
import { CONTESTANTS, type Contestant } from './contestants.ts'
import { SCENARIOS, type Scenario } from './scenarios.ts'

it.each(Object.entries<Scenario>(SCENARIOS))(
  'the contestants of %s answer all its workloads',
  (_, { contestants, workloads }) => {
    for (const name of contestants) {
      const { dialect }: Contestant = CONTESTANTS[name]
      expect(Object.keys(dialect), name).toEqual(expect.arrayContaining([...workloads]))
    }
  },
)
