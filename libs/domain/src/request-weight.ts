/** Objects that the answer to one request may hold. */
const COST_OF_A_REQUEST = 500

/** C9.3: the requests that a GraphQL request of this cost counts for in addition to itself. */
export const computeRequestWeight = (cost: number): number => Math.floor(cost / COST_OF_A_REQUEST)
