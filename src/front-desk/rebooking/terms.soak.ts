// The soak runs the same property over thousands of seeds.
import './terms.test.ts'
