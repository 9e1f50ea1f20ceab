import type { Contestant } from './contestants.ts'
import { withOwnDocument, type BenchRequest } from './requests.ts'
import { countQuestions, makeQuestion, type Targets, type Variety, type WorkloadName } from './workloads.ts'

/** The request with which a contestant is asked a question. @throws if the contestant does not answer the workload. */
export const askContestant = (
  { title, dialect }: Contestant,
  workload: WorkloadName,
  targets: Targets,
  place: number,
): BenchRequest => {
  const ask = dialect[workload]
  if (ask === undefined) throw new Error(`${title} does not answer ${workload}.`)
  return ask(makeQuestion(targets, place))
}

/** All requests of a turn. */
export const askAll = (
  contestant: Contestant,
  workload: WorkloadName,
  targets: Targets,
  variety: Variety,
): readonly BenchRequest[] =>
  Array.from({ length: countQuestions(workload, variety) }, (_, place) => {
    const request = askContestant(contestant, workload, targets, place)
    return variety === 'different documents' ? withOwnDocument(request, place) : request
  })
