import { expect, it } from 'vitest'
import { findJudge } from '../../../tools/check/judge.ts'
import { judge } from './authzen-judge.ts'

const folder = findJudge('authzen')
if (!folder)
  process.stdout.write('Skipped: the decisions of AuthZEN, because $JUDGES has no folder "authzen".\n')

it.skipIf(!folder)('responds with all published decisions and results of AuthZEN', async () => {
  const verdicts = await judge(folder ?? '')
  expect(verdicts.filter(({ outcome }) => outcome !== 'agrees')).toEqual([])
  expect(verdicts).toHaveLength(40 + 3 + 60 + 18 + 120)
})
