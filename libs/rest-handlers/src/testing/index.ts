export { answerCheck, type Exchange } from './answer-check.ts'
export { createResolver, type Resolve } from './references.ts'
