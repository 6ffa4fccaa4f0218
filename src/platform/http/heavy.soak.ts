import './heavy.test.ts'
