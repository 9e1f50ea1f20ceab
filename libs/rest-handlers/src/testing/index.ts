export { answerCheck, type Exchange } from './answer-check.ts'
export { resolverOf, type Resolve } from './references.ts'
