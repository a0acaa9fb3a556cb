/** The style sheets of every screen; those of Mantine come with the parts that use it. */
import "./tokens.css";
import "./base.css";
