import { describe, expect, it } from 'vitest'
import { answerabilityScore } from './answerability.ts'

describe('answerabilityScore', () => {
  const features = {
    nearbyCoverage: 0.5,
    nearbyRarestTerm: 0,
    passageLead: 0.3,
    ngramOverlap: 0.5,
    missingNames: 0,
    sentenceLead: 1,
    similarity: 0,
  }

  it('increases with coverage, lead, n-gram overlap and the cosine of the closest passage', () => {
    const names = [
      'nearbyCoverage',
      'nearbyRarestTerm',
      'passageLead',
      'ngramOverlap',
      'sentenceLead',
      'similarity',
    ] as const
    for (const name of names) {
      expect(answerabilityScore({ ...features, [name]: 1.2 })).toBeGreaterThan(answerabilityScore(features))
    }
  })

  it('decreases with each name of the question that the passage does not contain', () => {
    expect(answerabilityScore({ ...features, missingNames: 0.5 })).toBeLessThan(answerabilityScore(features))
  })
})
