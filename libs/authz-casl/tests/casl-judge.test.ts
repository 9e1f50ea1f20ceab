import { expect, it } from 'vitest'
import { findJudge } from '../../../tools/check/judge.ts'
import { judge } from './casl-judge.ts'

const folder = findJudge('casl')
if (!folder) process.stdout.write('Skipped: the specs of CASL, because $JUDGES has no folder "casl".\n')

it.skipIf(!folder)(
  'the bridge answers as CASL does in its specs',
  async () => {
    const verdicts = await judge(folder ?? '')
    expect(verdicts.filter(({ outcome }) => outcome === 'differs')).toEqual([])
    const count = (isWanted: (request: string) => boolean) =>
      verdicts.filter(({ request, outcome }) => outcome === 'agrees' && isWanted(request)).length
    // Of @casl/ability and of @casl/prisma.
    expect(count((request) => request.includes('.spec.ts: '))).toBe(206 + 110)
    expect(count((request) => / (?:filter|policy): can\(/.test(request))).toBeGreaterThan(250)
  },
  180_000,
)
