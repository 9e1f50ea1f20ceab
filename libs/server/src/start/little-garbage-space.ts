import { setFlagsFromString } from 'node:v8'

/**
 * Keeps the memory for new objects small during a start. V8 would reserve up to 64 MB for the garbage of a start, and gives
 * no reserved memory back.
 */
export const keepGarbageSpaceSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1')

/** Lets a busy process reserve memory for new objects, as V8 does by default. */
export const letGarbageSpaceGrow = (): void => setFlagsFromString('--semi-space-growth-factor=2')
