import { expect, it } from 'vitest'
import { findJudge } from '../../../tools/check/judge.ts'
import { judge } from './casl-judge.ts'

const folder = findJudge('casl')
if (!folder) process.stdout.write('Skipped: the specs of CASL, because $JUDGES has no folder "casl".\n')

it.skipIf(!folder)(
  'passes the specs of CASL, unchanged',
  async () => {
    const verdicts = await judge(folder ?? '')
    expect(verdicts.filter(({ outcome }) => outcome !== 'agrees')).toEqual([])
    // Of @casl/ability and of @casl/prisma.
    expect(verdicts).toHaveLength(206 + 110)
  },
  180_000,
)
