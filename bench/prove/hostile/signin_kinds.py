"""Load on public sign-in operations: sign-in, registration, password reset, the contact form."""

from bench.prove.hostile.challenges import solve
from bench.prove.hostile.load import HostileLoad
from bench.prove.hostile.registry import Needs, kind


async def solved_challenge(load: HostileLoad, account: str = "") -> str:
    """A new challenge, solved; empty if none was issued."""
    response = await load.http("GET", f"/api/captcha?account={account}" if account else "/api/captcha")
    return solve(response.json()) if response.status == 200 else ""


@kind("passwords of the customer's account, with proof of work", needs=Needs.NOTHING, per_second=1.5, expects=("4",))
async def signin_guesses(load: HostileLoad) -> str:
    email = load.target.customer["email"]
    body = {"email": email, "password": load.word(14), "captcha": await solved_challenge(load, email)}
    return (await load.post("/api/signin", body)).label


@kind("sign-ins with forged proof of work", needs=Needs.NOTHING, per_second=60, expects=("4",))
async def signins_without_work(load: HostileLoad) -> str:
    body = {"email": f"{load.word()}@shop.example", "password": load.word(14), "captcha": load.word(900)}
    return (await load.post("/api/signin", body)).label


@kind("codes of a second factor, by who has the password", needs=Needs.ACCOUNT, per_second=20, expects=("4",))
async def second_factor_guesses(load: HostileLoad) -> str:
    code = f"{load.draw.randrange(1_000_000):06}"
    return (await load.post("/api/auth-otp", {"code": code}, token=load.target.attacker["step_token"])).label


@kind("resets of the customer's password", needs=Needs.NOTHING, per_second=2, expects=("200", "429", "400"))
async def password_resets(load: HostileLoad) -> str:
    email = load.draw.choice([load.target.customer["email"], f"{load.word()}@shop.example"])
    return (await load.post("/api/forget-password", {"email": email, "captcha": await solved_challenge(load)})).label


@kind("tokens of mailed links that are guessed", needs=Needs.NOTHING, per_second=60, expects=("4",))
async def mailed_token_guesses(load: HostileLoad) -> str:
    path, body = load.draw.choice(
        [
            ("/api/reset-password", {"token": load.word(43), "password": "a long password of mine"}),
            ("/api/signin-token", {"token": load.word(43)}),
            ("/api/users/validate", {"token": load.word(43)}),
        ]
    )
    return (await load.post(path, body)).label


@kind("new accounts, with proof of work", needs=Needs.NOTHING, per_second=2, expects=("200", "429"))
async def registrations(load: HostileLoad) -> str:
    body = {
        "email": f"{load.word()}@{load.word()}.example",
        "password": "a long password of mine",
        "company": load.word(),
        "phone": "+6281200000000",
        "g-recaptcha-response": await solved_challenge(load),
    }
    return (await load.post("/api/register", body)).label


@kind("challenges that nobody solves", needs=Needs.NOTHING, per_second=100, expects=("200", "429"))
async def unsolved_challenges(load: HostileLoad) -> str:
    return (await load.http("GET", f"/api/captcha?account={load.word()}@shop.example")).label


@kind("one solved challenge for everything", needs=Needs.NOTHING, per_second=40, expects=("4",))
async def replayed_challenges(load: HostileLoad) -> str:
    if load.prepared is None:
        load.prepared = await solved_challenge(load)
    body = {"email": f"{load.word()}@shop.example", "password": load.word(14), "captcha": load.prepared}
    return (await load.post("/api/signin", body)).label


@kind("messages of the contact form", needs=Needs.NOTHING, per_second=20, expects=("200", "429"))
async def contact_form_messages(load: HostileLoad) -> str:
    body = {"name": load.word(), "email": f"{load.word()}@shop.example", "message": load.word(4900)}
    return (await load.post("/api/message/contact-us", body)).label
