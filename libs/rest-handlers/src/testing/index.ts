export { answerCheck, type Exchange } from './answer-check.ts'
