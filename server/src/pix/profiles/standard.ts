import type { ProfileData } from './profile.ts'

/** The profile of the Central Bank's API Pix 2.9, without deviations. */
export const standard: ProfileData = { name: 'standard', title: 'API Pix 2.9' }
