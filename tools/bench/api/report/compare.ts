import type { Contestant } from '../contestants.ts'
import { makeHeaders } from '../credentials.ts'
import type { Bench } from '../measure.ts'
import { fetchJson, withHeaders } from '../requests.ts'
import { askContestant } from '../ask.ts'
import { WORKLOADS, type WorkloadName } from '../workloads.ts'
import { findDifference, isFull, normalizeAnswer } from './answers.ts'

const COMPARED_QUESTIONS = 3

export class DifferentAnswersError extends Error {}

type Answer = ReturnType<typeof normalizeAnswer>

/** The answers of a contestant to the first questions of the workloads. */
const ask = async (
  bench: Bench,
  contestant: Contestant,
  workloads: readonly WorkloadName[],
): Promise<readonly Answer[]> => {
  const program = await contestant.start(bench)
  const answers: Answer[] = []
  try {
    for (const workload of workloads) {
      const headers = await makeHeaders(WORKLOADS[workload].caller, bench.people, program.url)
      for (let place = 0; place < COMPARED_QUESTIONS; place += 1) {
        const request = askContestant(contestant, workload, bench.targets, place)
        const body = await fetchJson(withHeaders(request, headers), program.url)
        const answer = normalizeAnswer(workload, body)
        if (!isFull(workload, answer))
          throw new DifferentAnswersError(
            `${contestant.title} does not answer ${workload}: ${JSON.stringify(body)}`,
          )
        answers.push(answer)
      }
    }
    return answers
  } finally {
    await program.stop()
    await bench.database.clean()
  }
}

/** @throws DifferentAnswersError if a contestant answers a question otherwise than the first contestant. */
export const compareAnswers = async (
  bench: Bench,
  contestants: readonly Contestant[],
  workloads: readonly WorkloadName[],
): Promise<void> => {
  const [first, ...others] = contestants
  if (first === undefined) return
  const expected = await ask(bench, first, workloads)
  for (const contestant of others) {
    const answers = await ask(bench, contestant, workloads)
    for (const [at, answer] of answers.entries()) {
      const difference = findDifference(expected[at] ?? null, answer)
      if (difference === null) continue
      const workload = workloads[Math.floor(at / COMPARED_QUESTIONS)]
      throw new DifferentAnswersError(
        `${first.title} and ${contestant.title} answer ${workload} differently: ${difference}`,
      )
    }
  }
}
