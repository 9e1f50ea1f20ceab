import { describe, expect, it } from 'vitest'
import type { UserId } from '../../rules/ids.ts'
import { createPendingSecondFactor, type SecondFactor } from '../../second-factor/second-factor.ts'
import { aUser } from '../builders.ts'
import { NOON } from '../test-audit-context.ts'
import type { ContractWorld } from './contract-world.ts'

/** The contract of every store of second factors. */
export const secondFactorsContract = (world: ContractWorld): void => {
  let made = 0
  const somebody = async (): Promise<UserId> => {
    made += 1
    return (await world.stores.users.add(aUser(`two-factor-${made}`), null)).id
  }
  const enabled = (id: UserId): SecondFactor => ({
    ...createPendingSecondFactor(id, 'sealed'),
    enabledAt: NOON,
    lastStep: 59_000_000,
    recoveryDigests: ['a', 'b'],
  })

  describe('second factors', () => {
    it('returns a factor after it was stored, changed and removed', async () => {
      const [id, { secondFactors }] = [await somebody(), world.stores]
      expect(await secondFactors.get(id)).toBeNull()
      expect(await secondFactors.change(id, () => createPendingSecondFactor(id, 'sealed'))).toEqual(
        createPendingSecondFactor(id, 'sealed'),
      )
      await secondFactors.change(id, () => enabled(id))
      expect(await secondFactors.get(id)).toEqual(enabled(id))
      expect(await secondFactors.change(id, () => null)).toBeNull()
      expect(await secondFactors.get(id)).toBeNull()
    })

    it('decides on the stored factor, and keeps it if the decision throws or changes nothing', async () => {
      const [id, { secondFactors }] = [await somebody(), world.stores]
      await secondFactors.change(id, () => enabled(id))
      const refusing = secondFactors.change(id, (current) => {
        expect(current).toEqual(enabled(id))
        throw new Error('no')
      })
      await expect(refusing).rejects.toThrow('no')
      expect(await secondFactors.change(id, (current) => current)).toEqual(enabled(id))
      expect(await secondFactors.get(id)).toEqual(enabled(id))
    })

    it('runs the concurrent decisions of two sessions one after the other', async () => {
      const id = await somebody()
      const steps: number[] = []
      const use = (current: SecondFactor | null): SecondFactor => {
        steps.push(current?.lastStep ?? 0)
        return {
          ...(current ?? createPendingSecondFactor(id, 'sealed')),
          lastStep: (current?.lastStep ?? 0) + 1,
        }
      }
      const sessions = [world.stores, world.others, world.stores, world.others]
      await Promise.all(sessions.map(({ secondFactors }) => secondFactors.change(id, use)))
      expect(steps).toEqual([0, 1, 2, 3])
      expect((await world.stores.secondFactors.get(id))?.lastStep).toBe(4)
    })

    it('C3.5 is deleted with its user, and an unknown user has none', async () => {
      const [id, { secondFactors }] = [await somebody(), world.stores]
      await secondFactors.change(id, () => enabled(id))
      await world.stores.users.remove(id, () => undefined)
      expect(await secondFactors.get(id)).toBeNull()
      expect(await secondFactors.change(id, () => expect.unreachable())).toBeNull()
    })
  })
}
