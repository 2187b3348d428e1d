/** Entering and leaving, over the auth library's own addresses. The session itself is a cookie no script can read. */
import { post } from './request.ts'

export const signUp = (email: string, password: string) =>
  post('/api/auth/sign-up/email', { email, password, name: email.split('@')[0] ?? email })

export const signIn = (email: string, password: string) => post('/api/auth/sign-in/email', { email, password })

export const signOut = () => post('/api/auth/sign-out', {})

export const verifyEmail = (email: string, otp: string) => post('/api/auth/email-otp/verify-email', { email, otp })

export const resendCode = (email: string) =>
  post('/api/auth/email-otp/send-verification-otp', { email, type: 'email-verification' })
