/** The refusals of the REST interface alone, for servers that load the interface itself later. */
export { createRefusalResponse, RestError, type ProblemOptions } from './protocol/problem.ts'
