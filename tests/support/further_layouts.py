"""More folders as people have them, listed as in `support.layouts`. `␣` is a blank."""

from __future__ import annotations

FURTHER = {
    "outputs of language models, numbers with zeros": """
        D domain.pddl
        P problems/p1.pddl -> domain.pddl
        P problems/p2.pddl -> domain.pddl
        P problems/p10.pddl -> domain.pddl
        S outputs/gpt4/p01.txt -> problems/p1.pddl
        S outputs/gpt4/p02.txt -> problems/p2.pddl
        S outputs/llama/p10.txt -> problems/p10.pddl
    """,
    "outputs of language models, a folder a domain and model": """
        D data/blocks/domain.pddl blocks
        D data/ferry/domain.pddl ferry
        P data/blocks/problem_1.pddl blocks -> data/blocks/domain.pddl
        P data/blocks/problem_2.pddl blocks -> data/blocks/domain.pddl
        P data/ferry/problem_1.pddl ferry -> data/ferry/domain.pddl
        S outputs/gpt4/blocks/1.txt -> data/blocks/problem_1.pddl
        S outputs/gpt4/blocks/2.txt -> data/blocks/problem_2.pddl
        S outputs/gpt4/ferry/1.txt -> data/ferry/problem_1.pddl
        S outputs/llama/ferry/1.txt -> data/ferry/problem_1.pddl
    """,
    "runs by date": """
        D task/domain.pddl
        P task/p3.pddl -> task/domain.pddl
        P task/p4.pddl -> task/domain.pddl
        S runs/2024-05-01/plan_3.soln -> task/p3.pddl
        S runs/2024-05-01/plan_4.soln -> task/p4.pddl
    """,
    "several plans of one problem beside it": """
        D domain.pddl
        P p01.pddl -> domain.pddl
        S sas_plan.1 -> p01.pddl
        S sas_plan.2 -> p01.pddl
        S best_plan.txt -> p01.pddl
    """,
    "instances and plans with words for their kind": """
        D domain.pddl
        P instance-1.pddl -> domain.pddl
        P instance-2.pddl -> domain.pddl
        S plan-1.txt -> instance-1.pddl
        S solution_2.txt -> instance-2.pddl
        S sol-02.plan -> instance-2.pddl
    """,
    "blanks in names": """
        D Assignment␣1/my␣domain.pddl
        P Assignment␣1/problem␣1.pddl -> Assignment␣1/my␣domain.pddl
        P Assignment␣1/problem␣2.pddl -> Assignment␣1/my␣domain.pddl
        S Assignment␣1/plan␣1.txt -> Assignment␣1/problem␣1.pddl
        S Assignment␣1/problem␣2␣solution.txt -> Assignment␣1/problem␣2.pddl
    """,
    "letters of other languages": """
        D übung/domäne.pddl
        P übung/aufgabe1.pddl -> übung/domäne.pddl
        P übung/aufgabe2.pddl -> übung/domäne.pddl
        S übung/aufgabe1.plan -> übung/aufgabe1.pddl
        S lösungen/aufgabe2.txt -> übung/aufgabe2.pddl
    """,
    "case as on Windows": """
        D DOMAIN.PDDL
        P P01.PDDL -> DOMAIN.PDDL
        P P02.PDDL -> DOMAIN.PDDL
        S p01.plan -> P01.PDDL
        S Plans/p02.SOLN -> P02.PDDL
    """,
    "a course, a folder a student": """
        D exercise/domain.pddl
        P exercise/problem-a.pddl -> exercise/domain.pddl
        P exercise/problem-b.pddl -> exercise/domain.pddl
        S submissions/ann/plan-a.txt -> exercise/problem-a.pddl
        S submissions/ann/plan-b.txt -> exercise/problem-b.pddl
        S submissions/bob/plan_b.txt -> exercise/problem-b.pddl
    """,
    "a course, own domains with the problems of the teacher": """
        D ann/domain.pddl
        D bob/domain.pddl
        P ann/p1.pddl -> ann/domain.pddl
        P bob/p1.pddl -> bob/domain.pddl
        S ann/p1.plan -> ann/p1.pddl
        S bob/out.txt -> bob/p1.pddl
    """,
    "a course, parts of an exercise": """
        D hw2/q1/domain.pddl
        D hw2/q2/domain.pddl
        P hw2/q1/p1.pddl -> hw2/q1/domain.pddl
        P hw2/q1/p2.pddl -> hw2/q1/domain.pddl
        P hw2/q2/p1.pddl -> hw2/q2/domain.pddl
        S hw2/q1/p1_output.txt -> hw2/q1/p1.pddl
        S hw2/q1/p2_output.txt -> hw2/q1/p2.pddl
        S hw2/q2/p1_output.txt -> hw2/q2/p1.pddl
    """,
    "letters for parts": """
        D 1a-domain.pddl
        D 1b-domain.pddl
        P 1a-problem.pddl -> 1a-domain.pddl
        P 1b-problem.pddl -> 1b-domain.pddl
        S 1a-plan.txt -> 1a-problem.pddl
        S 1b-plan.txt -> 1b-problem.pddl
    """,
    "domains and problems by task name": """
        D logistics_domain.pddl
        D sokoban_domain.pddl
        P logistics_problem.pddl -> logistics_domain.pddl
        P sokoban_problem.pddl -> sokoban_domain.pddl
        S logistics_plan.txt -> logistics_problem.pddl
        S sokoban_plan.txt -> sokoban_problem.pddl
    """,
    "kind first, then the task": """
        D domain_logistics.pddl
        D domain_sokoban.pddl
        P problem_logistics_1.pddl -> domain_logistics.pddl
        P problem_sokoban_1.pddl -> domain_sokoban.pddl
        S plan_logistics_1.txt -> problem_logistics_1.pddl
        S plan_sokoban_1.txt -> problem_sokoban_1.pddl
    """,
    "IPC learning track, plans beside the problems": """
        D ferry/domain.pddl ferry
        P ferry/training_easy/p01.pddl ferry -> ferry/domain.pddl
        P ferry/testing_easy/p01.pddl ferry -> ferry/domain.pddl
        S ferry/training_easy/p01.plan -> ferry/training_easy/p01.pddl
        S ferry/training_plans/p01.plan -> ?
    """,
    "IPC 2014 of planning.domains": """
        D barman-sat14-strips/domain.pddl barman
        P barman-sat14-strips/p1-11-4-15.pddl barman -> barman-sat14-strips/domain.pddl
        P barman-sat14-strips/p2-11-4-15.pddl barman -> barman-sat14-strips/domain.pddl
        S barman-sat14-strips/p1-11-4-15.soln -> barman-sat14-strips/p1-11-4-15.pddl
        S plans/barman-sat14-strips/p2-11-4-15.plan -> barman-sat14-strips/p2-11-4-15.pddl
    """,
    "IPC, problems and domains in mirrored pairs with numbers": """
        D openstacks/domain_p01.pddl
        D openstacks/domain_p02.pddl
        P openstacks/p01.pddl -> openstacks/domain_p01.pddl
        P openstacks/p02.pddl -> openstacks/domain_p02.pddl
        S openstacks/p02.plan.1 -> openstacks/p02.pddl
    """,
    "tracks of a competition": """
        D sat/visit/domain.pddl visit
        D opt/visit/domain.pddl visit
        P sat/visit/p01.pddl visit -> sat/visit/domain.pddl
        P opt/visit/p01.pddl visit -> opt/visit/domain.pddl
        S results/sat/visit/p01.plan -> sat/visit/p01.pddl
        S results/opt/visit/p01.plan -> opt/visit/p01.pddl
    """,
    "an experiment of lab": """
        D benchmarks/gripper/domain.pddl gripper
        D benchmarks/ferry/domain.pddl ferry
        P benchmarks/gripper/prob01.pddl gripper -> benchmarks/gripper/domain.pddl
        P benchmarks/gripper/prob02.pddl gripper -> benchmarks/gripper/domain.pddl
        P benchmarks/ferry/prob01.pddl ferry -> benchmarks/ferry/domain.pddl
        S data/exp-eval/gripper-prob01-lama/sas_plan -> benchmarks/gripper/prob01.pddl
        S data/exp-eval/gripper-prob02-lama/sas_plan.1 -> benchmarks/gripper/prob02.pddl
        S data/exp-eval/ferry-prob01-ff/sas_plan -> benchmarks/ferry/prob01.pddl
    """,
    "models with numbers in their names": """
        D domain.pddl
        P p01.pddl -> domain.pddl
        P p04.pddl -> domain.pddl
        S answers/gpt4_p01.txt -> p01.pddl
        S answers/gpt-3.5_p4_try2.txt -> p04.pddl
    """,
    "a run of lab, with its inputs": """
        D runs-00001-00100/00001/domain.pddl
        P runs-00001-00100/00001/problem.pddl -> runs-00001-00100/00001/domain.pddl
        S runs-00001-00100/00001/sas_plan -> runs-00001-00100/00001/problem.pddl
        D runs-00001-00100/00002/domain.pddl
        P runs-00001-00100/00002/problem.pddl -> runs-00001-00100/00002/domain.pddl
        S runs-00001-00100/00002/sas_plan -> runs-00001-00100/00002/problem.pddl
    """,
    "a package of ROS 2": """
        D my_robot/pddl/domain.pddl
        P my_robot/pddl/problem.pddl -> my_robot/pddl/domain.pddl
        S my_robot/test/pddl/plan.pddl -> my_robot/pddl/problem.pddl
        S my_robot/launch/plan_1 -> my_robot/pddl/problem.pddl
    """,
    "robots, a scenario a folder": """
        D common/domain.pddl
        P scenarios/kitchen/problem.pddl -> common/domain.pddl
        P scenarios/office/problem.pddl -> common/domain.pddl
        S scenarios/kitchen/plan.pddl -> scenarios/kitchen/problem.pddl
        S scenarios/office/plan.txt -> scenarios/office/problem.pddl
        S logs/office/plan.txt -> scenarios/office/problem.pddl
    """,
    "learned domains beside the true one": """
        D domain.pddl
        D learned/sam/domain.pddl
        P problems/p01.pddl -> domain.pddl
        S plans/p01.plan -> problems/p01.pddl
    """,
    "an archive in the folder": """
        D domain.pddl
        P p1.pddl -> domain.pddl
        D backup/domain.pddl
        P backup/p1.pddl -> backup/domain.pddl
        S p1.txt -> p1.pddl
        S backup/p1.txt -> backup/p1.pddl
    """,
    "instances numbered within a size": """
        D domain.pddl
        P size-3/instance-1.pddl -> domain.pddl
        P size-3/instance-2.pddl -> domain.pddl
        P size-4/instance-1.pddl -> domain.pddl
        S size-3/instance-1.plan -> size-3/instance-1.pddl
        S responses/size-4/instance-1.txt -> size-4/instance-1.pddl
        S responses/size-3/instance-2.txt -> size-3/instance-2.pddl
    """,
    "attempts of a language model": """
        D domain.pddl
        P task_01.pddl -> domain.pddl
        P task_02.pddl -> domain.pddl
        S task_01_attempt_1.txt -> task_01.pddl
        S task_01_attempt_2.txt -> task_01.pddl
        S attempts/task_02_try3.txt -> task_02.pddl
        S attempts/task_02/1.txt -> task_02.pddl
    """,
    "a folder of answers for each problem": """
        D domain.pddl
        P problems/p01.pddl -> domain.pddl
        P problems/p02.pddl -> domain.pddl
        S answers/p01/gpt-4.txt -> problems/p01.pddl
        S answers/p01/llama-3.txt -> problems/p01.pddl
        S answers/p02/gpt-4.txt -> problems/p02.pddl
    """,
    "planners in the names of plans": """
        D domain.pddl
        P p01.pddl -> domain.pddl
        P p02.pddl -> domain.pddl
        S lama_p01.plan -> p01.pddl
        S p02_ff.plan -> p02.pddl
        S results/lama-first_p02.txt -> p02.pddl
    """,
    "texts in folders by kind": """
        D domains/depot.txt depot
        D domains/zeno.txt zeno
        P problems/depot-1.txt depot -> domains/depot.txt
        P problems/zeno-1.txt zeno -> domains/zeno.txt
        S plans/depot-1.txt -> problems/depot-1.txt
        S plans/zeno-1.txt -> problems/zeno-1.txt
    """,
    "files without endings": """
        D domain
        P problem1 -> domain
        P problem2 -> domain
        S plan1 -> problem1
        S plan2 -> problem2
    """,
    "numbers of two parts": """
        D domain.pddl
        P prob-2-1.pddl -> domain.pddl
        P prob-2-2.pddl -> domain.pddl
        P prob-21.pddl -> domain.pddl
        S plan-2-1.txt -> prob-2-1.pddl
        S plan-2-2.txt -> prob-2-2.pddl
        S plan-21.txt -> prob-21.pddl
    """,
    "HDDL of the competition": """
        D Towers/domains/domain.hddl towers
        P Towers/problems/pfile_01.hddl towers -> Towers/domains/domain.hddl
        P Towers/problems/pfile_10.hddl towers -> Towers/domains/domain.hddl
        S Towers/pfile_01.plan -> Towers/problems/pfile_01.hddl
        S solutions/Towers/pfile_10.plan -> Towers/problems/pfile_10.hddl
    """,
    "one domain, its problem and a plan in a folder of downloads": """
        D domain␣(1).pddl
        P problem␣(1).pddl -> domain␣(1).pddl
        S plan␣(1).txt -> problem␣(1).pddl
    """,
    "packages side by side, plans in folders of their own": """
        D a_pkg/pddl/domain.pddl
        P a_pkg/pddl/problem.pddl -> a_pkg/pddl/domain.pddl
        S a_pkg/plans/plan1.plan -> a_pkg/pddl/problem.pddl
        S a_pkg/plans/plan2.plan -> a_pkg/pddl/problem.pddl
        D b_pkg/pddl/domain.pddl
        P b_pkg/pddl/problem.pddl -> b_pkg/pddl/domain.pddl
        S b_pkg/plans/plan1.plan -> b_pkg/pddl/problem.pddl
    """,
    "groups of a course, with inputs and outputs": """
        D group_07/input/domain.pddl
        P group_07/input/problem.pddl -> group_07/input/domain.pddl
        S group_07/output/plan_lama.txt -> group_07/input/problem.pddl
        S group_07/output/plan_ff.txt -> group_07/input/problem.pddl
        D group_08/input/domain.pddl
        P group_08/input/problem.pddl -> group_08/input/domain.pddl
        S group_08/output/plan_lama.txt -> group_08/input/problem.pddl
    """,
    "a folder an exercise, files without endings": """
        D ex1/domain
        P ex1/problem -> ex1/domain
        S ex1/plan -> ex1/problem
        D ex2/domain
        P ex2/problem -> ex2/domain
        S ex2/plan -> ex2/problem
    """,
    "packages with resources and tests": """
        D src/arm/resources/pddl/domain.pddl arm
        P src/arm/resources/pddl/problem.pddl arm -> src/arm/resources/pddl/domain.pddl
        S src/arm/test/expected/fast.plan -> src/arm/resources/pddl/problem.pddl
        D src/base/resources/pddl/domain.pddl base
        P src/base/resources/pddl/problem_1.pddl base -> src/base/resources/pddl/domain.pddl
        S src/base/test/plan.txt -> src/base/resources/pddl/problem_1.pddl
        S src/arm/test/plan_1.txt -> src/arm/resources/pddl/problem.pddl
    """,
    "packages, one of them with several problems": """
        D kitchen/pddl/domain.pddl
        P kitchen/pddl/p1.pddl -> kitchen/pddl/domain.pddl
        P kitchen/pddl/p2.pddl -> kitchen/pddl/domain.pddl
        S kitchen/plans/first.plan -> ?
        S kitchen/plans/p2.plan -> kitchen/pddl/p2.pddl
        D patrol/pddl/domain.pddl
        P patrol/pddl/p1.pddl -> patrol/pddl/domain.pddl
        S patrol/plans/first.plan -> patrol/pddl/p1.pddl
        S results/first.plan -> ?
    """,
    "packages, a name that fits a problem of another": """
        D a/pddl/domain.pddl
        P a/pddl/yard.pddl -> a/pddl/domain.pddl
        S a/plans/tower.plan -> ?
        D b/pddl/domain.pddl
        P b/pddl/tower.pddl -> b/pddl/domain.pddl
        S b/plans/tower.plan -> b/pddl/tower.pddl
    """,
    "packages, a number that only a problem of another has": """
        D a/pddl/domain.pddl
        P a/pddl/problem.pddl -> a/pddl/domain.pddl
        S a/plans/plan3.plan -> a/pddl/problem.pddl
        D b/pddl/domain.pddl
        P b/pddl/problem3.pddl -> b/pddl/domain.pddl
        P b/pddl/problem4.pddl -> b/pddl/domain.pddl
        S b/plans/plan3.plan -> b/pddl/problem3.pddl
        S b/plans/plan5.plan -> ?
    """,
    "the number as a folder": """
        D domain.pddl
        P problems/1.pddl -> domain.pddl
        P problems/2.pddl -> domain.pddl
        P problems/12.pddl -> domain.pddl
        S results/1/plan.txt -> problems/1.pddl
        S results/02/plan.txt -> problems/2.pddl
        S results/12/out/sas_plan.1 -> problems/12.pddl
        S results/3/plan.txt -> ?
    """,
    "the number as a folder, with zeros": """
        D domain.pddl
        P problems/p01.pddl -> domain.pddl
        P problems/p02.pddl -> domain.pddl
        S results/1/plan.txt -> problems/p01.pddl
        S results/2/solution.soln -> problems/p02.pddl
        S results/3/plan.txt -> ?
    """,
    "runs of a planner, a folder a number": """
        D domain.pddl
        P p03.pddl -> domain.pddl
        P p04.pddl -> domain.pddl
        S runs/lama/03/sas_plan -> p03.pddl
        S runs/lama/04/sas_plan.2 -> p04.pddl
        S runs/ff/problem-4/plan.txt -> p04.pddl
        S runs/ff/seed-4/plan.txt -> ?
    """,
    "numbers of folders and of attempts": """
        D domain.pddl
        P problems/p1.pddl -> domain.pddl
        P problems/p2.pddl -> domain.pddl
        P problems/p3.pddl -> domain.pddl
        S runs/p3/1/sas_plan -> problems/p3.pddl
        S runs/2/1/plan.txt -> ?
        S runs/2/try-1/plan.txt -> problems/p2.pddl
        S runs/3/1.txt -> ?
        S runs/3/p1.txt -> problems/p1.pddl
    """,
    "the number as a folder, of several domains": """
        D blocks/domain.pddl blocks
        P blocks/instance-1.pddl blocks -> blocks/domain.pddl
        P blocks/instance-2.pddl blocks -> blocks/domain.pddl
        D ferry/domain.pddl ferry
        P ferry/instance-1.pddl ferry -> ferry/domain.pddl
        S outputs/gpt/blocks/1/plan.txt -> blocks/instance-1.pddl
        S outputs/gpt/blocks/2/plan.txt -> blocks/instance-2.pddl
        S outputs/gpt/ferry/1/plan.txt -> ferry/instance-1.pddl
        S outputs/gpt/1/plan.txt -> ?
    """,
    "exercises in German": """
        D uebung1/domaene.pddl lager
        P uebung1/problem_a.pddl lager -> uebung1/domaene.pddl
        P uebung1/problem_b.pddl lager -> uebung1/domaene.pddl
        D uebung2/domaene.pddl lager
        P uebung2/problem_a.pddl lager -> uebung2/domaene.pddl
        S uebung1/loesung_a.txt -> uebung1/problem_a.pddl
        S uebung1/loesung_b.txt -> uebung1/problem_b.pddl
        S uebung2/plan.txt -> uebung2/problem_a.pddl
    """,
    "sizes and seeds of a generator": """
        D gen/domain.pddl
        P gen/prob_n5_s1.pddl -> gen/domain.pddl
        P gen/prob_n5_s2.pddl -> gen/domain.pddl
        P gen/prob_n10_s1.pddl -> gen/domain.pddl
        S gen/plan_n5_s1.txt -> gen/prob_n5_s1.pddl
        S gen/plan_n10_s1.txt -> gen/prob_n10_s1.pddl
        S out/n5_s2.plan -> gen/prob_n5_s2.pddl
    """,
    "names in camel case": """
        D DomainSimple.pddl
        D DomainTemporal.pddl
        P ProblemSimple1.pddl -> DomainSimple.pddl
        P ProblemTemporal1.pddl -> DomainTemporal.pddl
        S PlanSimple1.txt -> ProblemSimple1.pddl
        S PlanTemporal1.txt -> ProblemTemporal1.pddl
    """,
    "names of students behind numbers": """
        D domain_smith.pddl
        D domain_jones.pddl
        P problem1_smith.pddl -> domain_smith.pddl
        P problem2_smith.pddl -> domain_smith.pddl
        P problem1_jones.pddl -> domain_jones.pddl
        S plan1_jones.txt -> problem1_jones.pddl
        S plan_problem2_smith.txt -> problem2_smith.pddl
    """,
    "final versions": """
        D domain.pddl
        D domain_final.pddl
        P problem_final.pddl -> domain_final.pddl
        P problem.pddl -> domain.pddl
        S plan_final.txt -> problem_final.pddl
        S plan.txt -> problem.pddl
    """,
    "numbers and words that differ": """
        D domain_01_intro.pddl
        D domain_02_types.pddl
        P problem_01_intro.pddl -> domain_01_intro.pddl
        P problem_02_more.pddl -> domain_02_types.pddl
        S plan_02.txt -> problem_02_more.pddl
    """,
    "exercises in Spanish": """
        D dominio.pddl
        P problema_facil.pddl -> dominio.pddl
        P problema_dificil.pddl -> dominio.pddl
        S solucion_facil.txt -> problema_facil.pddl
        S plan_dificil.txt -> problema_dificil.pddl
    """,
    "versions of pairs with different names": """
        D hospital_v1.pddl
        D hospital_v2.pddl
        P surgery_v1.pddl -> hospital_v1.pddl
        P surgery_v2.pddl -> hospital_v2.pddl
    """,
    "copies by a browser": """
        D domain.pddl
        D domain(1).pddl
        P problem.pddl -> domain.pddl
        P problem(1).pddl -> domain(1).pddl
        S plan.txt -> problem.pddl
    """,
    "logs of a robot, a directory for each mission": """
        D ws/src/app/config/pddl/domain.pddl app
        P ws/src/app/config/pddl/problem_dock.pddl app -> ws/src/app/config/pddl/domain.pddl
        P ws/src/app/config/pddl/problem_inspect.pddl app -> ws/src/app/config/pddl/domain.pddl
        S ws/logs/dock/plan.txt -> ws/src/app/config/pddl/problem_dock.pddl
        S ws/logs/inspect_run3/plan.txt -> ws/src/app/config/pddl/problem_inspect.pddl
    """,
    "training and test instances of the same names": """
        D domain.pddl
        P train/p01.pddl -> domain.pddl
        P test/p01.pddl -> domain.pddl
        S train/p01.plan -> train/p01.pddl
        S plans/test/p01.plan -> test/p01.pddl
        S test_p01.plan -> test/p01.pddl
        S train-p01-gbfs.plan -> train/p01.pddl
    """,
    "answers named after a part of the problem's name": """
        D d.pddl
        P prob_easy_1.pddl -> d.pddl
        P prob_hard_1.pddl -> d.pddl
        S gpt4_prob_easy_1_try2.txt -> prob_easy_1.pddl
        S easy_1_gpt4.txt -> prob_easy_1.pddl
        S gpt4_hard_1.txt -> prob_hard_1.pddl
    """,
}
